import Geo
import MapMatching
import MapReader

/// Matches as GeoJSON (RFC 7946): one line a piece, one point a fix on a road.
enum MatchGeoJSON {
  static func text(_ matches: [Matched], _ map: NavMap) -> String {
    var features: [JSON] = []
    for (index, match) in matches.enumerated() {
      for piece in match.result.pieces {
        features.append(
          feature(
            "LineString", .array(piece.polyline.map(position)),
            [
              ("trace", .int(index)), ("confidence", .number(piece.confidence, decimals: 3)),
              ("length_m", .number(piece.lengthMetres, decimals: 2)),
              ("ways", .array(ways(piece).map { .int(Int($0)) })),
            ]))
      }
      for point in match.result.points {
        guard let place = point.position else { continue }
        features.append(
          feature(
            "Point", position(place.position),
            [
              ("trace", .int(index)), ("fix", .int(point.index)),
              ("way_id", .int(Int(place.wayID))),
              ("distance_m", .number(place.distanceMetres, decimals: 2)),
            ]))
      }
    }
    return JSON.object([
      ("type", .string("FeatureCollection")),
      ("attribution", .string(map.provenance.attribution)), ("features", .array(features)),
    ]).text + "\n"
  }

  /// Way ids in order, without repeats in a row.
  private static func ways(_ piece: MatchedPiece) -> [Int64] {
    piece.edges.reduce(into: []) { ways, edge in
      if ways.last != edge.wayID { ways.append(edge.wayID) }
    }
  }

  private static func feature(
    _ type: String, _ coordinates: JSON, _ properties: [(String, JSON)]
  ) -> JSON {
    .object([
      ("type", .string("Feature")), ("properties", .object(properties)),
      ("geometry", .object([("type", .string(type)), ("coordinates", coordinates)])),
    ])
  }

  private static func position(_ place: Coordinate) -> JSON {
    .array([.number(place.longitude, decimals: 7), .number(place.latitude, decimals: 7)])
  }
}

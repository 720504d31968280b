import Geo
import Guidance
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel

extension MapAnswers {
  /// `/map.json`: the description of the map and the service for the page.
  var description: [UInt8] {
    let header = map.header
    var json = JSONWriter()
    json.object { object in
      object.string("name", Self.name(of: map.path))
      object.string("build", String(header.buildID, radix: 16))
      object.int("snapshot", Int(header.snapshot))
      object.string("attribution", map.provenance.attribution)
      object.string("generator", map.provenance.generator)
      object.string("time_zone", map.provenance.timeZone)
      object.string("country", header.country)
      object.string("driving_side", header.drivingSide == .left ? "left" : "right")
      object.int("edges", Int(header.edgeCount))
      object.array("bounds") { bounds in
        bounds.number(Double(header.box.minLongitude) / Coordinate.unitsPerDegree, decimals: 7)
        bounds.number(Double(header.box.minLatitude) / Coordinate.unitsPerDegree, decimals: 7)
        bounds.number(Double(header.box.maxLongitude) / Coordinate.unitsPerDegree, decimals: 7)
        bounds.number(Double(header.box.maxLatitude) / Coordinate.unitsPerDegree, decimals: 7)
      }
      if let trip = map.sampleTrip {
        object.array("sample_trip") { list in
          list.place(trip.from)
          list.place(trip.to)
        }
      }
      object.array("profiles") { list in
        for profile in Profile.allCases { list.string(profile.rawValue) }
      }
      object.strings("languages", Language.builtInTags)
      object.array("exclude") { list in for kind in Avoidance.named { list.string(kind.name) } }
      if map.hasPlaces { object.bool("search", true) }
      writeTiles(to: &object)
      writeLimits(to: &object)
    }
    return json.bytes
  }

  private func writeTiles(to json: inout JSONWriter) {
    json.object("tiles") {
      $0.string("url", "/tile/v1/{profile}/tile({x},{y},{z}).mvt?layers=roads,limits")
      $0.int("minzoom", 0)
      $0.int("maxzoom", Int(TileAddress.zoomEnd) - 1)
      $0.int("denser", Int(RoadLayer.denser(map)))
    }
  }

  private func writeLimits(to json: inout JSONWriter) {
    json.object("limits") {
      $0.int("route", limits.coordinates)
      $0.int("match", limits.tracePlaces)
      $0.int("drive", limits.driveTrace)
      $0.int("table", limits.tablePlaces)
      $0.int("alternatives", limits.alternatives)
      $0.number("seconds", limits.seconds, decimals: 3)
    }
  }

  /// The name of a file without folders and extension.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".nav") ? String(file.dropLast(4)) : file
  }
}

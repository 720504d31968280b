import Geo
package import JSON
import RoadModel
package import RouteModel

/// Writes isolines as GeoJSON (RFC 7946) in the form of the Mapbox Isochrone API.
package struct IsolineFeatures {
  /// Whether areas are polygons; otherwise they are lines.
  package var arePolygons: Bool
  /// The colours by ascending value, as six hexadecimal digits; empty for the defaults.
  package var colors: [String]
  /// Whether distances are in kilometres instead of metres.
  package var areKilometres: Bool
  private let quantity: IsolineRequest.Quantity
  private let unit: String

  /// A writer for the isolines of a request.
  package init(
    _ request: IsolineRequest, arePolygons: Bool, colors: [String] = [], areKilometres: Bool = false
  ) {
    quantity = request.quantity
    unit = Self.unit(request)
    self.arePolygons = arePolygons
    self.colors = colors
    self.areKilometres = areKilometres
  }

  /// The unit of the values of a request, as in names of members.
  package static func unit(_ request: IsolineRequest) -> String {
    switch request.quantity {
    case .time: "s"
    case .distance: "m"
    case .energy: request.options.energy?.model.carrier.isFuel ?? false ? "ml" : "wh"
    }
  }

  /// The default colours, from the smallest value to the largest.
  private static let usual = ["2b83ba", "6bb0af", "abdda4", "d5eeb2", "fee8a4", "fdae61", "d7191c"]

  /// A feature for each isoline, the largest first, so that smaller ones are drawn over it.
  ///
  /// An isoline without polygons has none.
  package func write(_ response: IsolineResponse, to list: inout JSONWriter) {
    for (index, isoline) in response.isolines.enumerated().reversed()
    where !isoline.polygons.isEmpty {
      write(isoline, color(index, of: response.isolines.count), to: &list)
    }
  }

  private func color(_ index: Int, of count: Int) -> String {
    if index < colors.count { return colors[index] }
    let last = Self.usual.count - 1
    return Self.usual[count > 1 ? index * last / (count - 1) : last]
  }

  private func write(_ isoline: Isoline, _ color: String, to list: inout JSONWriter) {
    list.object { feature in
      feature.string("type", "Feature")
      feature.object("properties") {
        let contour =
          switch quantity {
          case .time: isoline.value / 60
          case .distance where areKilometres: isoline.value / 1_000
          case .distance, .energy: isoline.value
          }
        if contour == contour.rounded() {
          $0.int("contour", Int(contour))
        } else {
          $0.number("contour", contour, decimals: 3)
        }
        $0.string("metric", quantity.rawValue)
        $0.string("color", "#" + color)
        $0.number("opacity", 0.33, decimals: 2)
        if arePolygons {
          $0.string("fill", "#" + color)
          $0.number("fill-opacity", 0.33, decimals: 2)
          // Leaflet's names.
          $0.string("fillColor", "#" + color)
          $0.number("fillOpacity", 0.33, decimals: 2)
        }
      }
      feature.object("geometry") { geometry(isoline, to: &$0) }
    }
  }

  private func geometry(_ isoline: Isoline, to object: inout JSONWriter) {
    if arePolygons {
      let isOne = isoline.polygons.count == 1
      object.string("type", isOne ? "Polygon" : "MultiPolygon")
      object.key("coordinates")
      if isOne { return polygon(isoline.polygons[0], &object) }
      object.array { list in
        for part in isoline.polygons { polygon(part, &list) }
      }
    } else {
      let rings = isoline.polygons.flatMap { [$0.outer] + $0.holes }
      object.string("type", rings.count == 1 ? "LineString" : "MultiLineString")
      object.key("coordinates")
      if rings.count == 1 { return line(rings[0], &object) }
      object.array { list in for ring in rings { line(ring, &list) } }
    }
  }

  private func polygon(_ polygon: Isoline.Polygon, _ json: inout JSONWriter) {
    json.array { rings in
      line(polygon.outer, &rings)
      for hole in polygon.holes { line(hole, &rings) }
    }
  }

  private func line(_ line: [Coordinate], _ json: inout JSONWriter) {
    json.array { for place in line { $0.isolinePoint(place) } }
  }

  /// Writes a feature for each reached part of a road, with the values at its ends.
  ///
  /// A part of a single point, such as where a trip begins at the end of an edge, is no valid line and left out.
  package func write(network: [ReachedRoad], to list: inout JSONWriter) {
    for road in network where road.line.contains(where: { $0 != road.line.first }) {
      list.object { feature in
        feature.string("type", "Feature")
        feature.object("properties") {
          $0.int("edge", Int(road.edge.number.rawValue))
          $0.number("begin_" + unit, road.atBegin, decimals: 2)
          $0.number("end_" + unit, road.atEnd, decimals: 2)
          if road.isFerry { $0.bool("ferry", true) }
        }
        feature.object("geometry") {
          $0.string("type", "LineString")
          $0.key("coordinates")
          line(road.line, &$0)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes longitude and latitude with all digits, because rounding could make lines touch.
  fileprivate mutating func isolinePoint(_ place: Coordinate) {
    array {
      $0.number(units: Int(place.longitudeUnits), decimals: 7)
      $0.number(units: Int(place.latitudeUnits), decimals: 7)
    }
  }
}

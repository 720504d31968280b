import Geo
import JSON
import MapReader
import MapServer
import RouteModel

/// The answer of `mapc isoline` as text (Formats/cli-json.md).
struct IsolineOutput {
  private let request: IsolineRequest
  private let response: IsolineResponse
  private let map: NavMap
  private let features: IsolineFeatures

  init(
    _ request: IsolineRequest, _ response: IsolineResponse, _ map: NavMap, drawsLines: Bool
  ) {
    self.request = request
    self.response = response
    self.map = map
    features = IsolineFeatures(request, arePolygons: !drawsLines)
  }

  /// The unit of values in the names of members.
  private var unit: String { IsolineFeatures.unit(request) }

  /// The name of the member with the value of an isoline.
  private var valueName: String {
    switch request.quantity {
    case .time: "duration_s"
    case .distance: "length_m"
    case .energy: unit == "ml" ? "consumption_ml" : "energy_wh"
    }
  }

  /// A value for people.
  private func text(_ value: Double) -> String {
    switch request.quantity {
    case .time: "\(OptionRange.text(value / 60)) min"
    case .distance: "\(OptionRange.text(value / 1_000)) km"
    case .energy: "\(OptionRange.text(value / 1_000)) \(unit == "ml" ? "l" : "kWh")"
    }
  }

  /// The result as a collection of features.
  var geojson: String {
    var json = JSONWriter()
    json.object { object in
      object.string("type", "FeatureCollection")
      object.string("attribution", map.provenance.attribution)
      writeErrors(to: &object)
      object.array("features") { list in
        features.write(response, to: &list)
        if let network = response.network { features.write(network: network, to: &list) }
      }
    }
    return json.text + "\n"
  }

  /// The result as an object.
  var json: String {
    var json = JSONWriter()
    json.object { object in
      object.string("map", map.path)
      object.string("attribution", map.provenance.attribution)
      object.string("quantity", request.quantity.rawValue)
      object.bool("reversed", request.isReversed)
      object.place("at", response.place.position)
      object.number("distance_m", response.place.distanceMetres, decimals: 2)
      if let name = response.place.roadName { object.string("name", name) }
      if let version = response.trafficVersion { object.string("traffic_version", String(version)) }
      if !response.notices.isEmpty {
        object.strings("notices", response.notices.map { $0.text { _ in "the place" } })
      }
      writeErrors(to: &object)
      if request.wantsPolygons {
        object.array("isolines") { list in
          for isoline in response.isolines { list.object { write(isoline, to: &$0) } }
        }
      }
      if let network = response.network {
        object.array("network") { list in
          for road in network { list.object { write(road, to: &$0) } }
        }
      }
    }
    return json.text + "\n"
  }

  /// The error and the margin of the areas, if there are areas.
  private func writeErrors(to json: inout JSONWriter) {
    guard request.wantsPolygons else { return }
    json.number("error_m", response.errorMetres, decimals: 1)
    json.number("margin_m", response.marginMetres, decimals: 1)
  }

  private func write(_ isoline: Isoline, to json: inout JSONWriter) {
    json.number(valueName, isoline.value, decimals: 2)
    json.number("area_km2", Self.squareKilometres(isoline), decimals: 3)
    json.int("points", isoline.pointCount)
    json.array("polygons") { polygons in
      for polygon in isoline.polygons {
        polygons.array { rings in
          for ring in [polygon.outer] + polygon.holes {
            rings.array { for place in ring { $0.place(place) } }
          }
        }
      }
    }
  }

  private func write(_ road: ReachedRoad, to json: inout JSONWriter) {
    json.string("edge", "\(road.edge)")
    json.number("begin_" + unit, road.atBegin, decimals: 2)
    json.number("end_" + unit, road.atEnd, decimals: 2)
    if road.isFerry { json.bool("ferry", true) }
    json.array("line") { for place in road.line { $0.place(place) } }
  }

  /// A line for each area, or one for the network.
  var text: String {
    if let network = response.network {
      let metres = network.reduce(0.0) { sum, road in
        sum + zip(road.line, road.line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
      }
      return "\(Text.count(network.count)) parts of roads, by direction, "
        + "\(Text.fixed(metres / 1_000, 1)) km\n"
    }
    var text = ""
    for isoline in response.isolines {
      let value = self.text(isoline.value)
      let holes = isoline.polygons.reduce(0) { $0 + $1.holes.count }
      text +=
        "\(value): \(Text.fixed(Self.squareKilometres(isoline), 2)) km², polygons: "
        + "\(isoline.polygons.count), holes: \(holes), points: \(Text.count(isoline.pointCount))\n"
    }
    return text + "error: \(Text.fixed(response.errorMetres, 0)) m\n"
  }

  /// The area of all polygons without their holes, whose rings are clockwise.
  private static func squareKilometres(_ isoline: Isoline) -> Double {
    let rings = isoline.polygons.flatMap { [$0.outer] + $0.holes }
    return rings.reduce(0) { $0 + RingArea.squareMetres($1) } / 1e6
  }
}

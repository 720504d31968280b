import Geo
import JSON
import RoadModel
import RouteModel

/// Writes the steps of a leg in OSRM's form.
struct StepWriter {
  let mode: Mode
  let geometry: Query.Geometry
  let leg: LegPath
  /// The signs along the road of the departure and that of the arrival; nil if they are not told.
  let signs: (first: RoadSign?, last: RoadSign?)
  /// The words; nil if none are requested.
  let guidance: GuidanceWriter?

  /// The members of a step.
  func write(_ step: RouteStep, _ index: Int, to json: inout JSONWriter) {
    json.array("intersections") { list in
      for intersection in step.intersections { list.object { write(intersection, to: &$0) } }
    }
    json.string("driving_side", Self.word(step.drivingSide))
    var line = leg.line[step.points]
    if line.count == 1 {
      line = [leg.line[step.points.lowerBound], leg.line[step.points.upperBound]]
    }
    json.line(line, geometry)
    write(step.maneuver, index, to: &json)
    if let ref = step.roadNumber { json.string("ref", Self.list(ref)) }
    if let sound = step.pronunciation { json.string("pronunciation", sound) }
    if let sign = sign(of: step) { write(sign, to: &json) }
    if let name = step.rotaryName { json.string("rotary_name", name) }
    json.string("name", step.roadName ?? "")
    json.string(
      "mode", step.isFerry ? "ferry" : step.isPushed ? "pushing bike" : Profile.travel(mode))
    guidance?.write(index, to: &json)
    json.number("weight", step.durationSeconds, decimals: 1)
    json.number("duration", step.durationSeconds, decimals: 1)
    json.number("distance", step.lengthMetres, decimals: 1)
  }

  /// The sign at the maneuver of a step; for the departure and the arrival, that along the road.
  private func sign(of step: RouteStep) -> RoadSign? {
    switch step.maneuver.kind {
    case .depart: signs.first
    case .arrive: signs.last
    default: step.sign
    }
  }

  /// A driving side in OSRM's words.
  static func word(_ side: DrivingSide) -> String { side == .left ? "left" : "right" }

  /// Writes a sign in OSRM's form, `A 1, A 2: Köln, Bonn`, and the whole sign if requested.
  private func write(_ sign: RoadSign, to json: inout JSONWriter) {
    let numbers = sign.roadNumbers.joined(separator: ", ")
    let places = sign.towards.joined(separator: ", ")
    let parts = [numbers, places].filter { !$0.isEmpty }
    let text = parts.isEmpty ? sign.streets.joined(separator: ", ") : parts.joined(separator: ": ")
    if !text.isEmpty { json.string("destinations", text) }
    if let exit = sign.exitNumber { json.string("exits", Self.list(exit)) }
    if guidance != nil { json.value("sign", sign) }
  }

  /// A list of numbers in OSRM's form, `B 37; B 45`.
  private static func list(_ numbers: String) -> String {
    guard numbers.utf8.contains(UInt8(ascii: ";")) else { return numbers }
    return numbers.split(separator: ";").map { $0.drop { $0 == " " } }.joined(separator: "; ")
  }

  private func write(_ maneuver: RouteManeuver, _ index: Int, to json: inout JSONWriter) {
    json.object("maneuver") { object in
      object.int("bearing_after", maneuver.bearingAfter)
      object.int("bearing_before", maneuver.bearingBefore)
      object.key("location")
      object.place(maneuver.position)
      if let exit = maneuver.exit { object.int("exit", exit) }
      if let direction = maneuver.direction { object.string("modifier", direction.rawValue) }
      object.string("type", maneuver.kind.rawValue)
      if let guidance { object.string("instruction", guidance.instruction(index)) }
    }
  }

  private func write(_ intersection: RouteIntersection, to json: inout JSONWriter) {
    if !intersection.classes.isEmpty { json.strings("classes", intersection.classes) }
    json.key("location")
    json.place(leg.line[intersection.point])
    if let arm = intersection.arrivingArm { json.int("in", arm) }
    if let arm = intersection.leavingArm { json.int("out", arm) }
    json.array("bearings") { list in for arm in intersection.arms { list.int(arm.bearing) } }
    json.array("entry") { list in for arm in intersection.arms { list.bool(arm.isOpen) } }
    if !intersection.lanes.isEmpty {
      let arrow = LaneWords.followed(on: intersection.lanes)
      json.array("lanes") { list in
        for lane in intersection.lanes { list.object { write(lane, following: arrow, to: &$0) } }
      }
    }
    guard guidance != nil else { return }
    if let name = intersection.tunnelName { json.string("tunnel_name", name) }
    for word in intersection.encounters {
      if word == "toll_collection" {
        json.object(word) { $0.string("type", "toll_booth") }
      } else {
        json.bool(word, true)
      }
    }
    json.int("geometry_index", intersection.point)
  }

  private func write(
    _ lane: RouteLane, following arrow: LaneIndications, to json: inout JSONWriter
  ) {
    json.bool("valid", lane.isValid)
    guard guidance != nil else {
      return json.strings("indications", LaneWords.osrm(lane.indications))
    }
    json.strings("indications", LaneWords.mapbox(lane.indications))
    json.bool("active", lane.isRecommended)
    if let word = LaneWords.word(of: arrow, on: lane) { json.string("valid_indication", word) }
  }
}

extension JSONWriter {
  /// A line as the member `geometry`.
  mutating func line(_ line: ArraySlice<Coordinate>, _ geometry: Query.Geometry) {
    switch geometry {
    case .polyline: string("geometry", Polyline.encode(line, .five))
    case .polyline6: string("geometry", Polyline.encode(line, .six))
    case .geojson:
      object("geometry") { object in
        object.array("coordinates") { list in
          for point in line { list.place(point) }
        }
        object.string("type", "LineString")
      }
    }
  }

  /// A place as longitude and latitude, to six decimals.
  mutating func place(_ place: Coordinate) {
    array {
      $0.number(place.longitude, decimals: 6)
      $0.number(place.latitude, decimals: 6)
    }
  }
}

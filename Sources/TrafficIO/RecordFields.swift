import Geo
import JSON
import Notation
import RoadModel
import RouteModel
import TraceIO
import Traffic

/// The fields of a record, by the names of CSV columns and JSON members.
struct RecordFields {
  /// The value of a field in the text.
  enum Value {
    case text(String)
    case number(Double)
    case truth(Bool)
  }

  /// The names of fields.
  enum Name: String, CaseIterable {
    case way = "way_id"
    case direction
    case fromMetre = "from_m"
    case toMetre = "to_m"
    case fromNode = "from_node"
    case viaNode = "via_node"
    case toNode = "to_node"
    case openLR = "openlr"
    case speed = "speed_kmh"
    case jam = "jam_factor"
    case closed
    case delay = "delay_s"
    case kind
    case text
    case begin
    case end

    /// Whether the field takes a number that may have decimals.
    var isDecimal: Bool {
      switch self {
      case .fromMetre, .toMetre, .speed, .jam, .delay: true
      default: false
      }
    }

    /// The fields that describe the traffic, as opposed to the place.
    static let values: Set<Name> = [
      .speed, .jam, .closed, .delay, .kind, .text, .begin, .end,
    ]
  }

  /// Lines instead of a way or nodes, in the order of travel.
  var lines: [[Coordinate]] = []
  /// Whether the place is a geometry other than a line.
  var hasOtherGeometry = false
  /// Whether it is a feature that states no geometry.
  var hasNoGeometry = false
  /// Whether a field that describes the traffic is there, but empty.
  private var hasEmptyValue = false
  private var way: Int64?
  /// The directions; nil if not given.
  private var directions: DirectionSet?
  private var fromMetre: Double?
  private var toMetre: Double?
  private var fromNode: Int64?
  private var viaNode: Int64?
  private var toNode: Int64?
  private var openLR: TrafficRecord.Place?
  private var speed: Double?
  private var jam: Double?
  private var closure: TrafficPiece.Closure?
  private var delay: Double?
  private var incident: TrafficIncident?

  /// Leaves out a field that is there, but has no value.
  mutating func setEmpty(_ name: Name) {
    if Name.values.contains(name) { hasEmptyValue = true }
  }

  /// Sets a field; an empty text leaves it out.
  mutating func set(_ name: Name, _ value: Value, line: Int) throws(TextFlaw) {
    if case .text(let text) = value, text.isEmpty { return setEmpty(name) }
    let field = FieldValue(name: name, value: value, line: line)
    switch name {
    case .way: way = try field.id()
    case .fromNode: fromNode = try field.id()
    case .viaNode: viaNode = try field.id()
    case .toNode: toNode = try field.id()
    case .openLR: openLR = try field.openLR()
    case .direction: directions = try field.directions()
    case .fromMetre: fromMetre = try field.number()
    case .toMetre: toMetre = try field.number()
    case .speed: speed = try field.number()
    case .jam: jam = try field.number()
    case .delay: delay = try field.number()
    case .closed: closure = try field.closure()
    case .kind: set(\.kind, try field.words())
    case .text: set(\.text, try field.words())
    case .begin: set(\.begin, try field.time())
    case .end: set(\.end, try field.time())
    }
  }

  /// Sets a field of CSV; a number may have a decimal comma unless commas separate the fields.
  mutating func set(_ name: Name, _ row: CSVLine, _ column: Int, line: Int) throws(TextFlaw) {
    if name.isDecimal, let number = row.number(column) {
      return try set(name, .number(number), line: line)
    }
    guard let text = String(validating: row[column], as: UTF8.self) else {
      throw TextFlaw(line: line, reason: "\(name.rawValue) is not UTF-8")
    }
    try set(name, .text(text), line: line)
  }

  /// A decimal number; nil for any other text.
  static func number(_ text: some StringProtocol) -> Double? {
    Decimals.value(Array(text.utf8)[...])
  }

  /// The place of a location in base64; one without a road is not a flaw of the feed.
  static func place(ofOpenLR text: String) throws(OpenLRFlaw) -> TrafficRecord.Place {
    do throws(OpenLRFlaw) {
      return .openLR(try OpenLRReference(base64: text))
    } catch {
      switch error {
      case .kind, .version: return .unsupported(.noPlace)
      case .notBase64, .length, .position: throw error
      }
    }
  }

  private mutating func set<Member>(
    _ member: WritableKeyPath<TrafficIncident, Member>, _ value: Member
  ) {
    var known = incident ?? TrafficIncident()
    known[keyPath: member] = value
    incident = known
  }

  /// The record of these fields; of several lines, that of the first (``courses(of:)``).
  func record(line: Int) throws(TextFlaw) -> TrafficRecord {
    func flaw(_ reason: String) -> TextFlaw { TextFlaw(line: line, reason: reason) }
    if let begin = incident?.begin, let end = incident?.end, begin > end {
      throw flaw("the end is before the begin")
    }
    let place = try place(flaw)
    if speed == nil && jam == nil && closure == nil && delay == nil && incident == nil {
      // Sources have no speed for a road at times, which is not a reason to refuse the others.
      if hasEmptyValue { return TrafficRecord(.unsupported(.empty)) }
      throw flaw("says nothing: give speed_kmh, jam_factor, closed, delay_s or text")
    }
    if case .turn = place {
      guard delay != nil, speed == nil, jam == nil, closure == nil, incident == nil else {
        throw flaw("a turn with via_node takes delay_s alone")
      }
    }
    let record = TrafficRecord(
      place, speedKmh: speed, jamFactor: jam, closure: closure ?? .none, delaySeconds: delay ?? 0,
      incident: incident)
    if let reason = record.flaw { throw flaw(reason) }
    return record
  }

  /// A line or nodes in the other direction, if both directions are given; nil otherwise.
  func wayBack(of place: TrafficRecord.Place) -> TrafficRecord.Place? {
    guard directions == .both else { return nil }
    switch place {
    case .line(let line): return .line(line.reversed())
    case .nodes(let from, let to): return .nodes(from: to, to: from)
    default: return nil
    }
  }

  /// The several lines of a record for each of its directions, in the order of travel.
  ///
  /// - Parameter place: The place that the fields give.
  /// - Returns: The places; nil if the fields give no more than one line.
  func courses(of place: TrafficRecord.Place) -> [[TrafficRecord.Place]]? {
    guard lines.count > 1, case .line = place else { return nil }
    let there = lines.map { TrafficRecord.Place.line($0) }
    let back = lines.reversed().map { TrafficRecord.Place.line($0.reversed()) }
    switch directions {
    case .backward: return [back]
    case .both: return [there, back]
    default: return [there]
    }
  }

  /// The place that the fields give; of several lines, the first.
  func place(_ flaw: (String) -> TextFlaw) throws(TextFlaw) -> TrafficRecord.Place {
    if let way {
      let directions = directions ?? .both
      if fromMetre == nil && toMetre == nil { return .way(way, directions, metres: nil) }
      guard let fromMetre, let toMetre, fromMetre < toMetre else {
        throw flaw("from_m and to_m go together, from_m below to_m")
      }
      return .way(way, directions, metres: fromMetre...toMetre)
    }
    if let openLR { return openLR }
    if hasOtherGeometry { return .unsupported(.geometry) }
    if let line = lines.first {
      guard lines.allSatisfy({ $0.count > 1 }) else { throw flaw("the line has a single point") }
      return .line(directions == .backward ? line.reversed() : line)
    }
    guard let fromNode, let toNode else {
      if hasNoGeometry { return .unsupported(.geometry) }
      throw flaw("has no place: give way_id, openlr, or from_node and to_node")
    }
    if let viaNode { return .turn(from: fromNode, via: viaNode, to: toNode) }
    return directions == .backward
      ? .nodes(from: toNode, to: fromNode) : .nodes(from: fromNode, to: toNode)
  }
}

/// The value of a field, read as what the field takes.
private struct FieldValue {
  let name: RecordFields.Name
  let value: RecordFields.Value
  let line: Int

  /// The flaw of a value that is not what the field takes.
  private func wanted(_ what: String) -> TextFlaw {
    let told =
      switch value {
      case .text(let text): "'\(text.count > 40 ? text.prefix(40) + "..." : text)'"
      case .number(let number): "\(number)"
      case .truth(let truth): "\(truth)"
      }
    return TextFlaw(line: line, reason: "\(name.rawValue) takes \(what), not \(told)")
  }

  func number() throws(TextFlaw) -> Double {
    switch value {
    case .number(let number): return number
    case .text(let text):
      guard let number = RecordFields.number(text) else { throw wanted("a number") }
      return number
    case .truth: throw wanted("a number")
    }
  }

  func id() throws(TextFlaw) -> Int64 {
    switch value {
    case .number(let number):
      guard let id = Int64(exactly: number) else { throw wanted("an OSM id") }
      // A larger number of JSON may have been rounded to that of another road.
      guard id.magnitude < 1 << 53 else { throw wanted("an OSM id as a text from 2^53 on") }
      return id
    case .text(let text):
      guard let id = Int64(text) else { throw wanted("an OSM id") }
      return id
    case .truth: throw wanted("an OSM id")
    }
  }

  func words() throws(TextFlaw) -> String {
    guard case .text(let text) = value else { throw wanted("a text") }
    guard text.utf8.count <= 10_000 else { throw wanted("at most 10000 bytes") }
    return text
  }

  func time() throws(TextFlaw) -> Int64 {
    guard case .text(let text) = value, let time = Departure(iso8601: text)?.utc() else {
      throw wanted("a time with an offset, such as 2026-11-23T22:00+01:00")
    }
    return time
  }

  func openLR() throws(TextFlaw) -> TrafficRecord.Place {
    guard case .text(let text) = value else { throw wanted("a location of OpenLR in base64") }
    do throws(OpenLRFlaw) { return try RecordFields.place(ofOpenLR: text) } catch {
      throw TextFlaw(line: line, reason: "\(name.rawValue) \(error)")
    }
  }

  func directions() throws(TextFlaw) -> DirectionSet {
    switch try words() {
    case "forward": return .forward
    case "backward": return .backward
    case "both": return .both
    default: throw wanted("forward, backward or both")
    }
  }

  func closure() throws(TextFlaw) -> TrafficPiece.Closure {
    switch value {
    case .text("all"), .text("true"), .truth(true): return .all
    case .text("trucks"): return .trucks
    case .text("no"), .text("false"), .truth(false): return .none
    default: throw wanted("all, trucks or no")
    }
  }
}

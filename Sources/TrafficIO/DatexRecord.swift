import Notation
import RoadModel
import RouteModel
import Traffic

/// A situation record, an elaborated value or a measurement of DATEX II while it is read.
struct DatexRecord {
  /// The element.
  let element: String
  /// The kind, as `xsi:type`: `Accident`, `MaintenanceWorks`.
  private let type: String
  /// The id of the record, or of the site of a measurement.
  var id: String
  /// The number of vehicles behind the next speed; nil if unknown.
  var inputs: Double?
  private(set) var places: [TrafficRecord.Place] = []
  private var speeds = (sum: 0.0, weight: 0.0)
  private var hasBadSpeed = false
  private var closes = false
  /// Whether it is a bridge that opens for ships, which stops both directions.
  private var isOpenBridge = false
  /// Whether the source states that it may not come.
  private var isDoubtful = false
  /// Whether nobody has to comply with it, or not yet.
  private var isVoluntary = false
  private var isMainCarriageway = true
  private var vehicles = DatexVehicles()
  private var delaySeconds = 0.0
  private var comment = ""
  private var begin: Int64?
  private var end: Int64?
  private var periods: [Period] = []
  /// Whether it holds at recurring times in all periods, or has exceptions.
  private var isRecurring = false
  /// Whether the source states that it is planned, whatever its times.
  private var isPlanned = false
  private var isOver = false
  private var hasTooMany = false
  private let zone: TimeZoneRule?
  /// The number of times without an offset from UTC.
  private(set) var localTimeCount = 0

  /// A period within the overall time.
  private struct Period {
    var begin: Int64?
    var end: Int64?
    /// Whether it holds at recurring times only, such as every night.
    var isRecurring = false
  }

  /// The maximum number of places of a record, of its periods, and of places times periods.
  private static let maximumCount = 1_000

  init(element: String, type: String, id: String, zone: TimeZoneRule?) {
    (self.element, self.type, self.id, self.zone) = (element, type, id, zone)
  }

  /// Adds a location; one without a place on roads counts only if there is no other.
  mutating func add(_ location: DatexLocation) {
    let found = location.places
    if !location.isMainCarriageway { isMainCarriageway = false }
    if places.count + found.count <= Self.maximumCount {
      places += found
    } else {
      hasTooMany = true
    }
  }

  // MARK: Elements

  /// Takes the beginning of an element outside locations.
  mutating func begin(_ name: String) {
    if name == DatexVehicles.element { vehicles.begin() }
    guard name == "validPeriod" else { return }
    if periods.count < Self.maximumCount { periods.append(Period()) } else { hasTooMany = true }
  }

  /// Takes the end of an element outside locations.
  ///
  /// - Returns: The flaw of its text; nil if there is none.
  mutating func end(_ name: String, _ text: String, in names: [String]) -> String? {
    switch name {
    case "averageVehicleSpeed": add(speed: text)
    case "speed": if names.dropLast().last == "averageVehicleSpeed" { add(speed: text) }
    case "dataError":
      // The source states that the value behind it is wrong.
      if names.dropLast().last == "averageVehicleSpeed", Self.isTrue(text) {
        inputs = 0
        hasBadSpeed = true
      }
    case "measurementSiteReference": if id.isEmpty { id = text }
    case "roadOrCarriagewayOrLaneManagementType":
      if Self.closures.contains(text) { closes = true }
    case "trafficConstrictionType":
      if text == "roadBlocked" || text == "carriagewayBlocked" { closes = true }
    case "generalNetworkManagementType":
      if text == "bridgeSwingInOperation" { (closes, isOpenBridge) = (true, true) }
    case "probabilityOfOccurrence": if text != "certain", !text.isEmpty { isDoubtful = true }
    case "complianceOption": if text == "advisory" { isVoluntary = true }
    case "operatorActionStatus":
      if text == "requested" { isVoluntary = true }
      if text == "rejected" { isOver = true }
    case "delayTimeValue":
      if let seconds = Double(text), seconds > 0 { delaySeconds = min(seconds, 6_553.5) }
    case "value":
      if comment.isEmpty, names.contains("generalPublicComment") {
        comment = String(decoding: text.utf8.prefix(10_000), as: UTF8.self)
        // A character that was cut became a longer replacement character.
        while comment.utf8.count > 10_000 { comment.removeLast() }
      }
    case "validityStatus":
      if text == "suspended" { isOver = true }
      if text == "planned" { isPlanned = true }
    case "cancel", "end":
      if names.contains("lifeCycleManagement"), Self.isTrue(text) { isOver = true }
    case "overallStartTime": return take(text) { $0.begin = $1 }
    case "overallEndTime": return take(text) { $0.end = $1 }
    case "startOfPeriod" where names.contains("validPeriod") && !periods.isEmpty:
      return take(text) { $0.periods[$0.periods.count - 1].begin = $1 }
    case "endOfPeriod" where names.contains("validPeriod") && !periods.isEmpty:
      return take(text) { $0.periods[$0.periods.count - 1].end = $1 }
    case "recurringTimePeriodOfDay", "recurringDayWeekMonthPeriod", "recurringSpecialDay":
      if periods.isEmpty {
        isRecurring = true
      } else {
        periods[periods.count - 1].isRecurring = true
      }
    case "exceptionPeriod": isRecurring = true
    // Other characteristics of vehicles are those of vehicles in an accident.
    default: if names.contains(DatexVehicles.element) { vehicles.end(name, text, in: names) }
    }
    return nil
  }

  /// Whether a text is `true` of `xs:boolean`, which is also written as a digit.
  private static func isTrue(_ text: String) -> Bool { text == "true" || text == "1" }

  private mutating func add(speed text: String) {
    if inputs == 0 { return }
    guard let speed = Double(text), speed > 0, speed <= 500 else {
      if !text.isEmpty { hasBadSpeed = true }
      return
    }
    let weight = inputs.map { min(max($0, 0), 1e6) } ?? 1
    if weight > 0 { speeds = (speeds.sum + speed * weight, speeds.weight + weight) }
  }

  private mutating func take(_ text: String, _ set: (inout DatexRecord, Int64) -> Void) -> String? {
    // xs:dateTime also writes midnight as the end of the day before.
    let parts = text.split(separator: "T")
    let isDayEnd = parts.count == 2 && parts[1].hasPrefix("24:00:00")
    let form = isDayEnd ? parts[0] + "T00" + parts[1].dropFirst(2) : text[...]
    guard let time = ISO8601Time(String(form), allowing: .all) else {
      return "'\(text.prefix(40))' is not a time such as 2026-11-24T16:00:00Z"
    }
    // DATEX II has times with an offset, but its schemas use xs:dateTime, which may lack it.
    if time.offset == nil { localTimeCount += 1 }
    let seconds = Int64(time.seconds) + (isDayEnd ? 86_400 : 0)
    let local = Departure(time: LocalTime(seconds: seconds), offset: time.offset)
    set(&self, local.utc(in: zone) ?? local.time.seconds)
    return nil
  }

  // MARK: Records

  /// The mean of the speeds in km/h, weighted by numbers of vehicles if known; nil for none.
  ///
  /// Sources write 0 or -1 if no vehicle passed.
  var speed: Double? { speeds.weight > 0 ? speeds.sum / speeds.weight : nil }

  /// Types of management that close a road for the time of the record.
  private static let closures: Set = [
    "roadClosed", "carriagewayClosures", "closedPermanentlyForTheWinter",
  ]

  /// The vehicles that a closure applies to.
  ///
  /// None for a closure that is in doubt or voluntary, or of another carriageway, which the location does not identify.
  private var closure: TrafficPiece.Closure {
    closes && !isDoubtful && !isVoluntary && isMainCarriageway ? vehicles.closure : .none
  }

  /// The reason why it can't be used; nil if it can.
  var flaw: String? {
    guard hasTooMany || wantedPlaces.count * max(periods.count, 1) > Self.maximumCount else {
      return nil
    }
    return "a record takes at most \(Self.maximumCount) places, and places times periods"
  }

  /// The places on roads; if there are none, one with the reason.
  private var wantedPlaces: [TrafficRecord.Place] {
    if isRecurring { return [.unsupported(.recurring)] }
    let known = places.filter {
      if case .unsupported = $0 { return false }
      return true
    }
    if known.isEmpty { return [places.first ?? .unsupported(.noPlace)] }
    return isOpenBridge ? known.map(Self.road) : known
  }

  /// The road at a point, instead of one of its directions.
  private static func road(_ place: TrafficRecord.Place) -> TrafficRecord.Place {
    if case .point(let point, _) = place { .road(at: point) } else { place }
  }

  /// The times of its effect: its periods, limited to the overall time; those with recurring times are left out.
  private var times: [(begin: Int64?, end: Int64?)] {
    if periods.isEmpty { return [(begin, end)] }
    return periods.filter { !$0.isRecurring }.map { period in
      (
        [period.begin, begin].compactMap { $0 }.max(), [period.end, end].compactMap { $0 }.min()
      )
    }
  }

  /// The records of a situation record or an elaborated value without a ``flaw``: one for each place and period.
  var records: [TrafficRecord] {
    let isSituation = element == "situationRecord"
    if isOver { return [] }
    if !isSituation, speed == nil {
      return hasBadSpeed ? [TrafficRecord(.unsupported(.badSpeed))] : []
    }
    let hasRecurring = periods.contains(where: \.isRecurring)
    let places = wantedPlaces
    // What has no place is counted once.
    if let place = places.first, case .unsupported = place { return [record(place, begin, end)] }
    let times = times.filter { $0.begin ?? .min <= $0.end ?? .max }
    return places.flatMap { place in times.map { record(place, $0.begin, $0.end) } }
      + (hasRecurring ? [record(.unsupported(.recurring), begin, end)] : [])
  }

  /// The record of a place and a period.
  private func record(
    _ place: TrafficRecord.Place, _ begin: Int64?, _ end: Int64?
  ) -> TrafficRecord {
    // Without a time, what is only planned has not begun.
    let isAhead = isPlanned && begin == nil
    return TrafficRecord(
      place, speedKmh: speed, closure: isAhead ? .none : closure,
      delaySeconds: isDoubtful || isAhead ? 0 : delaySeconds,
      incident: element == "situationRecord"
        ? TrafficIncident(kind: Self.kind(type), text: comment, begin: begin, end: end) : nil)
  }

  /// The word for a type of record.
  private static func kind(_ type: String) -> String {
    switch type {
    case "Accident": "accident"
    case "MaintenanceWorks", "ConstructionWorks", "Roadworks": "roadworks"
    case "AbnormalTraffic": "congestion"
    case "RoadOrCarriagewayOrLaneManagement": "management"
    default: type.isEmpty ? "" : type.prefix(1).lowercased() + type.dropFirst().prefix(100)
    }
  }
}

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
  private(set) var places = DatexPlaces()
  /// The index of the value that is read, or of the characteristics of a site's values; nil for none.
  var index: Int?
  private(set) var speeds = DatexSpeeds()
  /// The indexes of a site's values whose vehicles are trucks, buses or slower ones alone.
  private(set) var slowIndexes: Set<Int> = []
  private var hasBadSpeed = false
  /// Whether the source states that the values which follow are wrong.
  private var isFaulty = false
  /// Whether its data are about another time than now.
  var isForecast = false
  private var closes = false
  /// Whether it is a bridge that opens for ships, which stops both directions.
  private var isOpenBridge = false
  /// Whether the source states that it may not come.
  private var isDoubtful = false
  /// Whether nobody has to comply with it, or not yet.
  private var isVoluntary = false
  private var vehicles = DatexVehicles()
  private var delaySeconds = 0.0
  /// Whether a delay is negative, infinite or no number.
  private var hasBadDelay = false
  private var comment = ""
  private var begin: Int64?
  private var end: Int64?
  private var periods: [DatexPeriod] = []
  private var exceptions: [DatexPeriod] = []
  /// Whether it has recurring times outside periods.
  private var isRecurring = false
  /// Whether the source states that it is planned, whatever its times.
  private var isPlanned = false
  private var isOver = false
  private var hasTooMany = false
  /// The time of the publication; nil if unknown.
  private let published: Int64?
  private let zone: TimeZoneRule?
  /// The number of times without an offset from UTC.
  private(set) var localTimeCount = 0

  /// The maximum number of places of a record, of its periods, and of places times periods.
  private static let maximumCount = DatexPlaces.maximumCount

  init(element: String, type: String, id: String, published: Int64?, zone: TimeZoneRule?) {
    (self.element, self.type, self.id) = (element, type, id)
    (self.published, self.zone) = (published, zone)
  }

  /// Adds a location; one without a place on roads counts only if there is no other.
  mutating func add(_ location: DatexLocation, _ predefined: [String: DatexPlaces]) {
    places.add(location, predefined)
  }

  // MARK: Elements

  /// Takes the beginning of an element outside locations.
  mutating func begin(_ name: String, in names: [String]) {
    if DatexVehicles.elements.contains(name) { vehicles.begin() }
    if DatexVehicles.owners.contains(name) {
      isFaulty = false
      vehicles = DatexVehicles()
    }
    if name == "validPeriod" || name == "exceptionPeriod" {
      let list = Self.list(names)
      if self[keyPath: list].count < Self.maximumCount {
        self[keyPath: list].append(DatexPeriod())
      } else {
        hasTooMany = true
      }
    } else if isInPeriod(names) {
      let list = Self.list(names)
      if let last = self[keyPath: list].indices.last { self[keyPath: list][last].begin(name) }
    } else if DatexPeriod.isRecurring(name) {
      isRecurring = true
    }
  }

  private func isInPeriod(_ names: [String]) -> Bool {
    if periods.isEmpty && exceptions.isEmpty { return false }
    return names.contains("validPeriod") || names.contains("exceptionPeriod")
  }

  /// The list of the period around an element.
  private static func list(_ names: [String]) -> WritableKeyPath<DatexRecord, [DatexPeriod]> {
    names.contains("exceptionPeriod") ? \.exceptions : \.periods
  }

  /// Takes the end of an element inside a period.
  private mutating func endInPeriod(
    _ name: String, _ text: String, in names: [String]
  ) -> String? {
    let list = Self.list(names)
    guard let last = self[keyPath: list].indices.last else { return nil }
    switch name {
    case "startOfPeriod": return take(text) { $0[keyPath: list][last].begin = $1 }
    case "endOfPeriod": return take(text) { $0[keyPath: list][last].end = $1 }
    default:
      if self[keyPath: list][last].end(name, text, in: names) { localTimeCount += 1 }
      return nil
    }
  }

  /// Takes the end of an element outside locations.
  ///
  /// - Returns: The flaw of its text; nil if there is none.
  mutating func end(_ name: String, _ text: String, in names: [String]) -> String? {
    if isInPeriod(names) { return endInPeriod(name, text, in: names) }
    switch name {
    case "averageVehicleSpeed": add(speed: text)
    case "speed": if names.dropLast().last == "averageVehicleSpeed" { add(speed: text) }
    case "dataError":
      // The source states that the value behind it is wrong.
      if names.dropLast().last == "averageVehicleSpeed", Self.isTrue(text) {
        inputs = 0
        hasBadSpeed = true
      }
    case "forecast": if !text.isEmpty { isForecast = Self.isTrue(text) }
    case "elaboratedDataFault", "measurementEquipmentFault", "physicalQuantityFaultType":
      if Self.faults.contains(text) { isFaulty = true }
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
      if let seconds = Double(text), seconds >= 0, seconds.isFinite {
        delaySeconds = min(seconds, 6_553.5)
      } else if !text.isEmpty {
        hasBadDelay = true
      }
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
    case "measurementSpecificCharacteristics":
      if let index, vehicles.areSlow { slowIndexes.insert(index) }
    // Other characteristics of vehicles are those of vehicles in an accident.
    default:
      if names.contains(where: DatexVehicles.elements.contains) {
        vehicles.end(name, text, in: names)
      }
    }
    return nil
  }

  /// Whether a text is `true` of `xs:boolean`, which is also written as a digit.
  static func isTrue(_ text: String) -> Bool { text == "true" || text == "1" }

  private mutating func add(speed text: String) {
    // The schemas state the vehicles before their speed.
    let isUnusable = isFaulty || vehicles.areSlow
    if isUnusable, !text.isEmpty { hasBadSpeed = true }
    if isUnusable || inputs == 0 { return }
    // Sources write 0 or -1 if no vehicle passed.
    guard let speed = Double(text), speed > 0, speed <= 500 else {
      if !text.isEmpty { hasBadSpeed = true }
      return
    }
    speeds.add(speed, inputs: inputs, index: index)
  }

  private mutating func take(_ text: String, _ set: (inout DatexRecord, Int64) -> Void) -> String? {
    if text.isEmpty { return nil }
    guard let time = Self.time(text, zone) else {
      return "'\(text.prefix(40))' is not a time such as 2026-11-24T16:00:00Z"
    }
    // DATEX II has times with an offset, but its schemas use xs:dateTime, which may lack it.
    if time.isLocal { localTimeCount += 1 }
    set(&self, time.utc)
    return nil
  }

  /// A time in seconds since 1970, and whether it has no offset from UTC; nil if it is none.
  static func time(_ text: String, _ zone: TimeZoneRule?) -> (utc: Int64, isLocal: Bool)? {
    // xs:dateTime also writes midnight as the end of the day before.
    let parts = text.split(separator: "T")
    let isDayEnd = parts.count == 2 && parts[1].hasPrefix("24:00:00")
    let form = isDayEnd ? parts[0] + "T00" + parts[1].dropFirst(2) : text[...]
    guard let time = ISO8601Time(String(form), allowing: .all) else { return nil }
    let seconds = Int64(time.seconds) + (isDayEnd ? 86_400 : 0)
    let local = Departure(time: LocalTime(seconds: seconds), offset: time.offset)
    return (local.utc(in: zone) ?? local.time.seconds, time.offset == nil)
  }

  // MARK: Records

  /// Faults of a source whose values are not those of the traffic.
  private static let faults: Set = ["noDataValuesAvailable", "spuriousUnreliableDataValues"]
  /// Types of management that close a road for the time of the record.
  private static let closures: Set = [
    "roadClosed", "carriagewayClosures", "closedPermanentlyForTheWinter",
  ]

  /// The vehicles that a closure applies to.
  ///
  /// None for a closure that is in doubt or voluntary.
  private var closure: TrafficPiece.Closure {
    closes && !isDoubtful && !isVoluntary ? vehicles.closure : .none
  }

  /// The reason why it can't be used; nil if it can.
  var flaw: String? {
    guard
      hasTooMany || places.hasTooMany
        || wantedPlaces.count * max(periods.count, 1) > Self.maximumCount
    else {
      return nil
    }
    return "a record takes at most \(Self.maximumCount) places, and places times periods"
  }

  /// The places on roads; if there are none, one with the reason.
  private var wantedPlaces: [DatexPlaces.Located] {
    if isRecurring { return [DatexPlaces.Located(place: .unsupported(.recurring))] }
    let located =
      element == "situationRecord" ? places.located : places.located.map(places.speedPlace)
    let known = located.filter {
      if case .unsupported = $0.place { return false }
      return true
    }
    if known.isEmpty {
      return [located.first ?? DatexPlaces.Located(place: .unsupported(.noPlace))]
    }
    return isOpenBridge
      ? known.map { DatexPlaces.Located(place: Self.road($0.place), isMain: $0.isMain) } : known
  }

  /// The road at a point, instead of one of its directions.
  private static func road(_ place: TrafficRecord.Place) -> TrafficRecord.Place {
    if case .point(let point, _) = place { .road(at: point) } else { place }
  }

  /// The times of its effect, its periods limited to the overall time, and whether there are more that are not listed.
  private var times: (list: [(begin: Int64?, end: Int64?)], isCut: Bool) {
    guard !exceptions.isEmpty || periods.contains(where: \.isRecurring) else {
      if periods.isEmpty { return ([(begin, end)], false) }
      let list = periods.map { period in
        (
          [period.begin, begin].compactMap { $0 }.max(), [period.end, end].compactMap { $0 }.min()
        )
      }
      return (list.filter { $0.0 ?? .min <= $0.1 ?? .max }, false)
    }
    // Only incidents have times.
    if element != "situationRecord" { return ([], true) }
    var overall = DatexPeriod()
    (overall.begin, overall.end) = (begin, end)
    let found = DatexTimes(
      periods.isEmpty ? [overall] : periods, except: exceptions, within: overall.whole,
      published: published, zone)
    let list = found.times.map { time in
      (
        time.lowerBound == .min ? nil : time.lowerBound,
        time.upperBound == .max ? nil : time.upperBound
      )
    }
    return (list, found.isCut)
  }

  /// The records of a situation record or an elaborated value without a ``flaw``: one for each place and period.
  var records: [TrafficRecord] {
    let isSituation = element == "situationRecord"
    let speed = speeds.mean()
    if isOver { return [] }
    // Profiles have values at several times.
    if !isSituation, isForecast || type == "TimeProfiledPhysicalQuantity" { return [] }
    if !isSituation, speed == nil {
      return hasBadSpeed ? [TrafficRecord(.unsupported(.badSpeed))] : []
    }
    let wanted = wantedPlaces
    // What has no place is counted once.
    if let place = wanted.first, case .unsupported = place.place {
      return [record(place, begin, end)]
    }
    var (times, isCut) = times
    if wanted.count * times.count > Self.maximumCount { (times, isCut) = ([], true) }
    // What is lost beside them is counted once.
    let lacksPlace =
      places.lacksDirection
      || (closure != .none || delaySeconds > 0 && !isDoubtful)
        && !wanted.allSatisfy(places.isMeant)
    let lost: [TrafficPlacement.Reason] =
      (isCut ? [.recurring] : []) + (lacksPlace ? [.noPlace] : [])
      + (hasBadDelay && !isDoubtful ? [.badValue] : [])
    return wanted.flatMap { place in times.map { record(place, $0.begin, $0.end) } }
      + lost.map { record(DatexPlaces.Located(place: .unsupported($0)), begin, end) }
  }

  /// The record of a place and a period.
  private func record(
    _ located: DatexPlaces.Located, _ begin: Int64?, _ end: Int64?
  ) -> TrafficRecord {
    // Without a time, what is only planned has not begun.
    let isInForce = places.isMeant(located) && !(isPlanned && begin == nil)
    return TrafficRecord(
      located.place, speedKmh: speeds.mean(), closure: isInForce ? closure : .none,
      delaySeconds: isInForce && !isDoubtful ? delaySeconds : 0,
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

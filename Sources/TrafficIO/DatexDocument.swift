import Expat
import JSON
import RoadModel
import RouteModel
import Traffic

/// Finds the traffic in the elements of a DATEX II document, version 2 or 3.
///
/// Elements are recognized by their local names, which both versions share: situation records,
/// elaborated data, and measured data with the table of their sites, with extensions for OpenLR.
/// Everything else is skipped.
final class DatexDocument: ExpatHandler {
  /// The maximum depth of elements.
  private static let deepest = 256
  /// The maximum length of a text in bytes: a line of many points.
  private static let longestText = 4 << 20

  var refusal: String?
  /// The first text that can't be read.
  private(set) var flaw: TextFlaw?
  /// The records so far, with the lines where they end.
  private(set) var records: [(record: TrafficRecord, line: Int)] = []
  /// The tables of the document, and of others before it.
  private(set) var tables: DatexTables
  /// The number of places that this document adds to them.
  private var tablePlaces = 0
  /// The number of times without an offset from UTC.
  private(set) var localTimeCount = 0
  /// Whether an element that only such documents have was found.
  private(set) var isDatex = false

  private let zone: TimeZoneRule?
  private var names: [String] = []
  private var text: [UInt8] = []
  private var type = ""
  private var id = ""
  private var inputs: Double?
  private var index: Int?
  private var system = GMLSystem()
  private var record: DatexRecord?
  private var locations: [DatexLocation] = []
  /// The time of the publication; nil if unknown.
  private var published: Int64?
  /// Whether the publication, or the situation in it, is a test or an exercise.
  private var isExercise = (publication: false, situation: false)
  /// Whether elaborated data of the publication are forecasts unless they state otherwise.
  private var isForecast = false
  /// The measured speeds, whose sites may follow.
  private var measured: [(site: String, speeds: DatexSpeeds, line: Int)] = []

  /// A document.
  ///
  /// - Parameters:
  ///   - tables: The tables that other documents define.
  ///   - zone: The time zone of times without an offset; nil for UTC.
  init(tables: DatexTables, zone: TimeZoneRule?) {
    self.tables = tables
    self.zone = zone
  }

  private static let records: Set = [
    "situationRecord", "elaboratedData", "siteMeasurements", "measurementSiteRecord",
    "measurementSite",
  ]
  private static let locations: Set = [
    "groupOfLocations", "locationContainedInGroup", "locationContainedInItinerary",
    "locationReference", "pertinentLocation", "measurementSiteLocation",
  ]
  /// The elements of a predefined location with its id; references to it have the name of the last one.
  private static let definitions: Set = [
    "predefinedLocationContainer", "predefinedLocation", "predefinedLocationReference",
  ]
  private static let documents: Set = ["d2LogicalModel", "payloadPublication", "payload"]

  // MARK: Events of expat

  func startElement(_ name: Span<UInt8>) {
    if flaw != nil { return }
    names.append(Self.local(name))
    if names.count > Self.deepest { refusal = "elements are nested too deep" }
    text.removeAll(keepingCapacity: true)
    (type, id, inputs, index) = ("", "", nil, nil)
    system = GMLSystem()
  }

  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    switch Self.local(name) {
    case "type": type = Self.local(value)
    case "id": id = Self.text(value)
    case "srsName": system.name = Self.text(value)
    case "srsDimension": system.dimension = Self.text(value)
    case "index": index = Int(Self.text(value))
    case "numberOfInputValuesUsed": inputs = Double(Self.text(value))
    default: break
    }
  }

  func endAttributes() {
    guard refusal == nil, flaw == nil, let name = names.last else { return }
    if Self.documents.contains(name) {
      isDatex = true
      isExercise = (false, false)
      isForecast = false
      published = nil
    } else if name == "situation" {
      isExercise.situation = false
    }
    // In version 3, elaborated data are physical quantities, of which measurements have several.
    if Self.records.contains(name) || name == "physicalQuantity" && record == nil
      || beginsDefinition(name)
    {
      // Records are never nested.
      record = DatexRecord(element: name, type: type, id: id, published: published, zone: zone)
      record?.isForecast = isForecast
      locations = []
    } else if isLocation(name) {
      locations.append(DatexLocation())
    } else if name == "predefinedLocationReference" {
      if !locations.isEmpty { locations[locations.count - 1].refer(to: id) }
    } else if name == "measurementSiteReference", !id.isEmpty {
      record?.id = id
    } else if name == "averageVehicleSpeed" {
      record?.inputs = inputs
    } else if !locations.isEmpty {
      locations[locations.count - 1].begin(name, system)
    } else {
      // The element with the index has another one of the same name in it.
      if DatexVehicles.owners.contains(name), names.dropLast().last != name {
        record?.index = index
      }
      record?.begin(name, in: names)
    }
  }

  func text(_ piece: Span<UInt8>) {
    guard text.count < Self.longestText else { return }
    for index in piece.indices { text.append(piece[index]) }
  }

  func endElement(at place: ExpatPlace) {
    guard refusal == nil, flaw == nil, let name = names.last else { return }
    let words = Self.trimmed(text)
    if isLocation(name) {
      // A diversion is not a place of the situation.
      if let location = locations.popLast(), !names.contains("alternativeRoute") {
        record?.add(location, tables.locations)
      }
    } else if name == record?.element, locations.isEmpty {
      finish(at: place)
    } else if name == "informationStatus", !words.isEmpty, words != "real" {
      if names.contains("situation") {
        isExercise.situation = true
      } else {
        isExercise.publication = true
      }
    } else if name == "forecastDefault" {
      isForecast = DatexRecord.isTrue(words)
    } else if name == "publicationTime" {
      published = DatexRecord.time(words, zone)?.utc
    } else if !locations.isEmpty {
      if let reason = locations[locations.count - 1].end(name, words, in: names) {
        flaw = TextFlaw(line: place.line, reason: reason)
      }
    } else if let reason = record?.end(name, words, in: names) {
      flaw = TextFlaw(line: place.line, reason: reason)
    }
    names.removeLast()
    text.removeAll(keepingCapacity: true)
  }

  // MARK: Elements

  /// Whether an element is a location: in the definition of a predefined one it has a plain name.
  private func isLocation(_ name: String) -> Bool {
    if Self.locations.contains(name) { return true }
    return name == "location" && names.dropLast().last.map(Self.definitions.contains) ?? false
  }

  /// Whether an element is that of a predefined location, perhaps one of several in a container.
  private func beginsDefinition(_ name: String) -> Bool {
    guard Self.definitions.contains(name), !id.isEmpty, locations.isEmpty else { return false }
    return record.map { $0.element == "predefinedLocationContainer" } ?? true
  }

  private func finish(at place: ExpatPlace) {
    guard let record else { return }
    self.record = nil
    locations = []
    if isExercise.publication || isExercise.situation { return }
    if let reason = record.flaw {
      flaw = TextFlaw(line: place.line, reason: reason)
      return
    }
    switch record.element {
    case let element where Self.definitions.contains(element):
      if !record.places.isEmpty, fits(record, at: place) {
        tables.locations[record.id] = record.places
      }
    case "measurementSiteRecord", "measurementSite":
      if fits(record, at: place) {
        tables.sites[record.id] = DatexTables.Site(
          places: record.places.speedPlaces, slowIndexes: record.slowIndexes)
      }
    case "siteMeasurements":
      if record.speeds.mean() != nil { measured.append((record.id, record.speeds, place.line)) }
    default:
      let found = record.records
      if !found.isEmpty { localTimeCount += record.localTimeCount }
      guard records.count + found.count <= TrafficFeed.maximumRecords else {
        flaw = TextFlaw(
          line: place.line,
          reason: "more records than the maximum of \(TrafficFeed.maximumRecords)")
        return
      }
      records += found.map { ($0, place.line) }
    }
  }

  /// Whether the tables have room for the places of a record, which repeat those of predefined locations.
  private func fits(_ record: DatexRecord, at place: ExpatPlace) -> Bool {
    tablePlaces += record.places.located.count
    if tablePlaces <= TrafficFeed.maximumRecords { return true }
    flaw = TextFlaw(
      line: place.line,
      reason: "more places of sites and predefined locations than the maximum of "
        + "\(TrafficFeed.maximumRecords)")
    return false
  }

  /// Adds the records of measured speeds at the end of the document, when all sites are known.
  func end() {
    for (id, speeds, line) in measured {
      // The caller that takes the records refuses more than the maximum.
      if records.count > TrafficFeed.maximumRecords { break }
      let site = tables.sites[id]
      guard let speed = speeds.mean(without: site?.slowIndexes ?? []) else { continue }
      let places = site?.places ?? []
      for place in places.isEmpty ? [.unsupported(.noPlace)] : places {
        records.append((TrafficRecord(place, speedKmh: speed), line))
      }
    }
    measured = []
  }

  /// A name without the prefix of its namespace.
  private static func local(_ name: Span<UInt8>) -> String {
    let text = text(name)
    return text.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(text[text.index(after: $0)...]) }
      ?? text
  }

  private static func text(_ span: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ text: [UInt8]) -> String {
    var text = text[...]
    while let last = text.last, last <= 32 { text.removeLast() }
    return String(decoding: text.drop { $0 <= 32 }, as: UTF8.self)
  }
}

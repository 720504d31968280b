import Geo
import Traffic

/// A reference of OpenLR in elements of DATEX II while it is read.
struct DatexOpenLR {
  private let isPoint: Bool
  private var points: [OpenLRPoint] = []
  /// The metres from each point to the next.
  private var distances: [Double] = []
  private var point: Point?
  private var startMetres = 0.0
  private var endMetres = 0.0
  private var orientation = OpenLRReference.Orientation.unknown
  private var side = OpenLRReference.Side.unknown
  /// Whether it has too many points, or one without all its attributes.
  private var isUnusable = false

  private static let maximumPoints = 1_000

  private struct Point {
    var latitude: Double?
    var longitude: Double?
    var roadClass: UInt8?
    var form: FormOfWay?
    var bearing: Double?
    var lowestClass: UInt8 = 7
    var distance = 0.0
  }

  init(isPoint: Bool) { self.isPoint = isPoint }

  /// Whether it has a point, or one is being read.
  var hasPoints: Bool { point != nil || !points.isEmpty }

  /// Takes the beginning of an element.
  mutating func begin(_ name: String) {
    if name == "openlrLocationReferencePoint" || name == "openlrLastLocationReferencePoint" {
      point = Point()
    }
  }

  /// Takes the end of an element.
  ///
  /// - Returns: The flaw of its text; nil if there is none.
  mutating func end(_ name: String, _ text: String) -> String? {
    func wrong() -> String { "\(name) can't be '\(text.prefix(40))'" }
    if name == "openlrLocationReferencePoint" || name == "openlrLastLocationReferencePoint" {
      return finish()
    }
    // An element without a text tells nothing.
    if text.isEmpty { return nil }
    let number = Double(text)
    switch name {
    case "latitude", "longitude":
      guard let number else { return wrong() }
      if name == "latitude" { point?.latitude = number } else { point?.longitude = number }
    case "openlrFunctionalRoadClass":
      guard let value = Self.roadClass(text) else { return wrong() }
      point?.roadClass = value
    case "openlrFormOfWay":
      guard let form = Self.forms[text] else { return wrong() }
      point?.form = form
    case "openlrBearing":
      guard let number, (0...360).contains(number) else { return wrong() }
      point?.bearing = number
    case "openlrLowestFRCToNextLRPoint", "openlrLowestFrcToNextLRPoint":
      guard let value = Self.roadClass(text) else { return wrong() }
      point?.lowestClass = value
    case "openlrDistanceToNextLRPoint":
      guard let number, number >= 0, number.isFinite else { return wrong() }
      point?.distance = number
    case "openlrPositiveOffset", "openlrNegativeOffset":
      guard let number, number >= 0, number.isFinite else { return wrong() }
      if name == "openlrPositiveOffset" { startMetres = number } else { endMetres = number }
    case "openlrOrientation": orientation = Self.orientations[text] ?? .unknown
    case "openlrSideOfRoad": side = Self.sides[text] ?? .unknown
    default: break
    }
    return nil
  }

  private mutating func finish() -> String? {
    guard let point else { return nil }
    self.point = nil
    guard let latitude = point.latitude, let longitude = point.longitude,
      let roadClass = point.roadClass, let form = point.form, let bearing = point.bearing,
      points.count < Self.maximumPoints
    else {
      isUnusable = true
      return nil
    }
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      return "a point of OpenLR, \(latitude) north, \(longitude) east, is not on earth"
    }
    points.append(
      OpenLRPoint(
        position: position, roadClass: roadClass, form: form,
        bearing: UInt8(Int(bearing / OpenLRPoint.degreesPerSector) & 31),
        lowestClass: point.lowestClass,
        interval: UInt8(min(point.distance / OpenLRPoint.metresPerInterval, 255))))
    distances.append(point.distance)
    return nil
  }

  /// The place; nil if it has fewer than two points, or one without all its attributes.
  ///
  /// A reference whose offset leaves nothing of its leg has no place on a road.
  var place: TrafficRecord.Place? {
    guard points.count >= 2, !isUnusable, !isPoint || points.count == 2 else { return nil }
    func fits(_ metres: Double, _ leg: Double) -> Bool { metres == 0 || metres < leg }
    func offset(_ metres: Double, _ leg: Double) -> UInt8? {
      metres > 0 ? UInt8(min(metres / leg * 256, 255)) : nil
    }
    guard fits(startMetres, distances[0]),
      isPoint || fits(endMetres, distances[distances.count - 2])
    else { return .unsupported(.noPlace) }
    return .openLR(
      OpenLRReference(
        kind: isPoint ? .pointAlongLine(orientation, side, poi: nil) : .line, points: points,
        startOffset: offset(startMetres, distances[0]),
        endOffset: isPoint ? nil : offset(endMetres, distances[distances.count - 2])))
  }

  // MARK: Words

  /// A class: `FRC3` of version 2, `frc3` of version 3.
  private static func roadClass(_ text: String) -> UInt8? {
    guard text.lowercased().hasPrefix("frc"), let value = UInt8(text.dropFirst(3)), value < 8 else {
      return nil
    }
    return value
  }

  private static let forms: [String: FormOfWay] = [
    "undefined": .undefined, "motorway": .motorway, "multipleCarriageway": .multipleCarriageway,
    "singleCarriageway": .singleCarriageway, "roundabout": .roundabout, "slipRoad": .slipRoad,
    "trafficSquare": .trafficSquare, "other": .other,
  ]
  private static let orientations: [String: OpenLRReference.Orientation] = [
    "withLineDirection": .forward, "againstLineDirection": .backward, "both": .both,
  ]
  private static let sides: [String: OpenLRReference.Side] = [
    "right": .right, "left": .left, "both": .both,
  ]
}

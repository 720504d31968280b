import Geo
import Traffic

/// A location of DATEX II while it is read: OpenLR, otherwise a line, otherwise a point.
struct DatexLocation {
  private var references: [TrafficRecord.Place] = []
  private var openLR: DatexOpenLR?
  private var lines: [[Coordinate]] = []
  /// The road along which the place is told, and its line if the place is the whole of it.
  private var road = Road()
  private var wholeRoad: [Coordinate]?
  /// The ends of the place along the road, if both are at referents.
  private var ends: (from: Coordinate, to: Coordinate)?
  /// Whether the distance from the next referent is 0, so that the referent is the place.
  private var isAtReferent = false
  /// The coordinate system of the line that is being read.
  private var system = GMLSystem()
  private var points: [Coordinate] = []
  private var from: Coordinate?
  private var to: Coordinate?
  /// The point of TPEG, and that of OpenLR, which count if there is no other.
  private var tpegPoint: Coordinate?
  private var openLRPoint: Coordinate?
  private var latitude: Double?
  private var longitude: Double?
  private var headingDegrees: Double?
  /// Whether a line or a point is about both directions of its road.
  private var isBothWays = false
  /// The number of elements around the current one that are about another place.
  private var otherDepth = 0
  /// Whether it has an area, which is no road.
  private var hasArea = false
  /// The id of the predefined location that it stands for; empty if the reference limits it to a part.
  private(set) var reference: String?
  /// Whether it is about the main carriageway, perhaps among others; nil if not stated.
  ///
  /// A location on a ramp must not be placed on the road.
  private(set) var isMainCarriageway: Bool?

  /// The maximum number of points and references.
  private static let maximumPoints = 100_000
  private static let maximumReferences = 100

  /// The elements that are a reference of OpenLR, and whether it is a point.
  ///
  /// Sources wrap the points in an element for their kind, or state it as the type of the element around.
  private static let openLRs = [
    "firstDirection": false, "oppositeDirection": false, "openlrLineLocationReference": false,
    "openlrPointLocationReference": true, "openlrPointAlongLine": true,
    "openlrPoiWithAccessPoint": true,
  ]
  /// The elements that state the directions of traffic, in the words of TPEG or those of codes and roads.
  private static let directions: Set = [
    "tpegDirection", "alertCDirectionCoded", "alertCAffectedDirection", "directionAtPoint",
    "directionBoundAtPoint", "directionRelativeAtPoint", "directionOnLinearSection",
    "directionBoundOnLinearSection", "directionRelativeOnLinearSection",
  ]
  private static let bothWays: Set = ["bothWays", "allDirections", "both"]
  /// The elements that are not about the place: coordinates for drawing, destinations, and referents and ends of whole
  /// roads, along which the place is told by distances.
  private static let others: Set = [
    "destination", "routeDestination", "locationForDisplay", "coordinatesForDisplay",
    "fromReferent", "towardsReferent",
    "startPointOfLinearElement", "intermediatePointOnLinearElement", "endPointOfLinearElement",
  ]
  /// The elements around a distance along a road.
  private static let distances: Set = ["fromPoint", "toPoint", "distanceAlongLinearElement"]
  /// The elements that need a text.
  private static let valued: Set = ["openlrBinary", "binary", "posList", "latitude", "longitude"]
  /// The elements of a point of TPEG; those of version 1 are written differently.
  private static let tpegPoints: Set = ["tpegPointLocation", "tpegpointLocation"]
  /// The elements whose coordinates are the outline or the centre of an area.
  private static let areas: Set = [
    "exterior", "interior", "openlrAreaLocationReference", "tpegAreaLocation",
  ]

  /// A road along which a place is told by shares of it.
  private struct Road {
    var line: [Coordinate] = []
    /// Where the place begins and ends, in percent of the road; nil if told otherwise.
    var from: Double?
    var to: Double?
    var isOpposite = false
    /// The referents at which the place begins and ends.
    var fromReferent: Coordinate?
    var toReferent: Coordinate?

    /// The ends of the place in the direction of travel; nil unless both are at referents.
    var ends: (from: Coordinate, to: Coordinate)? {
      guard let fromReferent, let toReferent else { return nil }
      return isOpposite ? (toReferent, fromReferent) : (fromReferent, toReferent)
    }

    /// The line of the place if it is the whole road; nil otherwise.
    var whole: [Coordinate]? {
      guard from == 0, to == 100, !line.isEmpty else { return nil }
      return isOpposite ? line.reversed() : line
    }
  }

  /// Whether an element is about another place; a referent is the place itself at a distance of 0 from it.
  private func isOther(_ name: String) -> Bool {
    Self.others.contains(name) && !(name == "fromReferent" && isAtReferent)
  }

  /// Takes the beginning of an element, with the coordinate system that its attributes name.
  mutating func begin(_ name: String, _ system: GMLSystem) {
    if Self.distances.contains(name) { isAtReferent = false }
    if otherDepth > 0 ? Self.others.contains(name) : isOther(name) { otherDepth += 1 }
    if otherDepth > 0 { return }
    if name == "locationByReferenceExtension" { reference = "" }
    if name == "gmlLineString" { self.system = system }
    if name == "linearWithinLinearElement" { road = Road() }
    if name == "posList" {
      if !system.name.isEmpty { self.system.name = system.name }
      if !system.dimension.isEmpty { self.system.dimension = system.dimension }
    }
    if let isPoint = Self.openLRs[name] { openLR = DatexOpenLR(isPoint: isPoint) }
    openLR?.begin(name)
  }

  /// Takes the id of a predefined location.
  mutating func refer(to id: String) {
    if otherDepth == 0, reference == nil { reference = id }
  }

  /// Takes the end of an element.
  ///
  /// - Returns: The flaw of its text; nil if there is none.
  mutating func end(_ name: String, _ text: String, in names: [String]) -> String? {
    if otherDepth > 0 {
      if Self.others.contains(name) { otherDepth -= 1 }
      return nil
    }
    if Self.openLRs[name] != nil {
      append(openLR?.place)
      openLR = nil
      return nil
    }
    let isCoordinate = name == "latitude" || name == "longitude"
    let isBinary = name == "openlrBinary" || name == "binary"
    // A coordinate of OpenLR without points is a place by itself.
    if let hasPoints = openLR?.hasPoints, !isBinary, hasPoints || !isCoordinate {
      return openLR?.end(name, text)
    }
    // A coordinate without the other one belongs to no later point.
    if !isCoordinate { (latitude, longitude) = (nil, nil) }
    // An element without a text, such as one with xsi:nil, tells nothing.
    if text.isEmpty, Self.valued.contains(name) { return nil }
    switch name {
    case "openlrBinary", "binary":
      // xs:base64Binary may have spaces and line ends inside.
      let base64 = text.filter { !$0.isWhitespace }
      do throws(OpenLRFlaw) { append(try RecordFields.place(ofOpenLR: base64)) } catch {
        return "openlrBinary \(error)"
      }
    case "posList":
      // A road beside an outline is not what the outline is about.
      guard Self.areas.isDisjoint(with: names) else {
        hasArea = true
        return nil
      }
      return take(list: text, ofRoad: names.contains("linearElement"))
    case "percentageDistanceAlong":
      if names.contains("fromPoint") { road.from = Double(text) }
      if names.contains("toPoint") { road.to = Double(text) }
    case "distanceAlong": isAtReferent = Double(text) == 0
    case "linearWithinLinearElement":
      wholeRoad = wholeRoad ?? road.whole
      ends = ends ?? road.ends
    case "latitude", "longitude":
      guard let value = Double(text) else { return "\(name) is not a number" }
      if name == "latitude" { latitude = value } else { longitude = value }
      return take(in: names)
    case "carriageway":
      switch text {
      // Groups around the word have no text of their own.
      case "", "unspecifiedCarriageway": break
      case "mainCarriageway": isMainCarriageway = true
      default: isMainCarriageway = isMainCarriageway ?? false
      }
    case let element where Self.directions.contains(element):
      if Self.bothWays.contains(text) { isBothWays = true }
      if name == "directionRelativeOnLinearSection" { road.isOpposite = text == "opposite" }
    case "bearing":
      headingDegrees = Double(text).flatMap { (0...360).contains($0) ? $0 : nil }
    default: break
    }
    return nil
  }

  /// Takes a point once both its coordinates are known.
  private mutating func take(in names: [String]) -> String? {
    guard let latitude, let longitude else { return nil }
    (self.latitude, self.longitude) = (nil, nil)
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      return "\(latitude) north, \(longitude) east is not on earth"
    }
    if !Self.areas.isDisjoint(with: names) {
      hasArea = true
      return nil
    }
    if !Self.tpegPoints.isDisjoint(with: names) {
      // The points that frame it may be junctions far away.
      if !names.contains("from"), !names.contains("to") { tpegPoint = tpegPoint ?? point }
    } else if names.contains("openlrPointLocationReference") {
      openLRPoint = openLRPoint ?? point
    } else if names.contains("fromReferent"), names.contains("linearWithinLinearElement") {
      if names.contains("fromPoint") { road.fromReferent = point }
      if names.contains("toPoint") { road.toReferent = point }
    } else if names.contains("from") {
      from = point
    } else if names.contains("to") {
      to = point
    } else if points.count < Self.maximumPoints {
      points.append(point)
    }
    return nil
  }

  /// Takes a list of latitudes and longitudes, by default alternating; one in another system than degrees is no place.
  private mutating func take(list text: String, ofRoad isRoad: Bool) -> String? {
    guard let count = system.count, let order = system.order else { return nil }
    let numbers = text.split { $0 == " " || $0.isNewline || $0 == "\t" }
    let points = numbers.count / count
    guard numbers.count % count == 0, 2...Self.maximumPoints ~= points else {
      return "posList takes the latitudes and longitudes of 2 to \(Self.maximumPoints) points"
    }
    var line: [Coordinate] = []
    for place in stride(from: 0, to: numbers.count, by: count) {
      let (one, two) = (numbers[place], numbers[place + 1])
      let (latitude, longitude) = order == .latitudeFirst ? (one, two) : (two, one)
      guard let latitude = Double(latitude), let longitude = Double(longitude),
        let point = Coordinate(latitude: latitude, longitude: longitude)
      else { return "posList has '\(one) \(two)', not a point on earth" }
      line.append(point)
    }
    if isRoad { road.line = line } else { lines.append(line) }
    return nil
  }

  private mutating func append(_ place: TrafficRecord.Place?) {
    if let place, references.count < Self.maximumReferences { references.append(place) }
  }

  /// The references of OpenLR to roads.
  private var openLRReferences: [OpenLRReference] {
    references.compactMap {
      if case .openLR(let reference) = $0 { return reference }
      return nil
    }
  }

  /// Whether it is about both directions of its road, of which OpenLR tells only one.
  ///
  /// Sources may leave out `oppositeDirection`, and a reference of OpenLR can't be turned: the other direction may have
  /// its own carriageway.
  var lacksDirection: Bool {
    let known = openLRReferences
    guard isBothWays, known.count == 1, let reference = known.first else { return false }
    if case .pointAlongLine(.both, _, _) = reference.kind { return false }
    return true
  }

  /// The places: only the most precise kind.
  var places: [TrafficRecord.Place] {
    let known = openLRReferences
    if !known.isEmpty { return known.map { .openLR($0) } }
    if !lines.isEmpty { return lines.flatMap { places(along: $0) } }
    if let wholeRoad { return places(along: wholeRoad) }
    if let from, let to { return places(from: from, to: to) }
    if let ends { return places(from: ends.from, to: ends.to) }
    if points.count == 2 { return places(from: points[0], to: points[1]) }
    if points.count > 2 { return places(along: points) }
    // One end of a stretch tells neither the stretch nor its direction.
    if let point = points.first ?? tpegPoint ?? openLRPoint {
      return [place(at: point)]
    }
    return hasArea ? references + [.unsupported(.geometry)] : references
  }

  /// A point of the road, or the road there if it is about both directions.
  private func place(at point: Coordinate) -> TrafficRecord.Place {
    isBothWays ? .road(at: point) : .point(point, headingDegrees: headingDegrees)
  }

  /// A line, and its way back if it is about both directions.
  private func places(along line: [Coordinate]) -> [TrafficRecord.Place] {
    isBothWays ? [.line(line), .line(line.reversed())] : [.line(line)]
  }

  /// The road between two points, and the way back if it is about both directions.
  private func places(from: Coordinate, to: Coordinate) -> [TrafficRecord.Place] {
    let place = TrafficRecord.Place.stretch(from: from, to: to)
    return isBothWays ? [place, .stretch(from: to, to: from)] : [place]
  }
}

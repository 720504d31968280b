import ArgumentParser
import Geo
import MapReader
import Places
import RoadModel
import RouteModel

/// Finds the coordinates of a route's options: `LAT,LON`, or the name of a place of the map.
struct NamedPlaces {
  /// The difference of scores up to which settlements are equal; the larger may be meant.
  ///
  /// It is that of a city from a town with as many people, because some cities of OpenStreetMap are smaller than towns.
  private static let tie = 0.025
  /// The same for streets and addresses, whose class and length do not make them more likely.
  private static let streetTie = 0.08
  /// The same for places with other names, if only a part of these was given.
  private static let partTie = 0.03
  /// The same for places of a kind, if this was given: one with its word in the name counts 0.1 more.
  private static let kindTie = 0.13
  /// The distance in metres up to which results with the same name are one place.
  private static let near = 1_000.0

  /// A place of a trip.
  struct Stop {
    var position: Coordinate
    var waypoint: Waypoint
  }

  private let search: PlaceSearch

  init(_ map: NavMap) { search = PlaceSearch(map) }

  /// Whether a text is a coordinate, or looks like a wrong one.
  static func isCoordinate(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy({ Double($0.drop { $0 == " " }) != nil }) { return true }
    // Such as `53,55 13,26`, which is read as a search reads it.
    if PlaceText.coordinate(text, near: nil) != nil { return false }
    // A longer number without a comma is a postcode, unless it has decimals: half a coordinate.
    let isDecimal = text.contains(".") && Double(text) != nil
    guard text.contains(",") || text.utf8.count < 3 || isDecimal else { return false }
    return text.contains { $0.isNumber } && text.allSatisfy { $0.isNumber || " ,.-+".contains($0) }
  }

  /// Throws for a text that can't be the name of a place.
  static func check(_ text: String) throws {
    if isCoordinate(text) { _ = try Place.parse(text) }
    if text.allSatisfy({ $0.isWhitespace || $0 == "," }) {
      throw ValidationError(
        "'\(text)' names no place: write LAT,LON in degrees, or the name of a place of the map")
    }
  }

  /// The stop that a text names; its waypoint has the label of a place as its name, and none for a coordinate.
  ///
  /// - Throws: ``Failure`` with the status 1 if no place has the name, or several that lie apart.
  func stop(_ text: String) throws -> Stop {
    if Self.isCoordinate(text) {
      let position = try Place.parse(text)
      return Stop(position: position, waypoint: Waypoint(position))
    }
    // A map without places has coordinates and plus codes, too.
    if let position = PlaceText.coordinate(text, near: nil) {
      let waypoint = Waypoint(position, name: PlaceText.name(text, of: position))
      return Stop(position: position, waypoint: waypoint)
    }
    guard search.map.hasPlaces else {
      throw Failure(
        status: .usage,
        message: "\(search.map.path): the map has no places, so '\(text)' can't be found: "
          + "write LAT,LON, or build it with --places all")
    }
    let all = try search.places(for: PlaceQuery(text, limit: 20, isUnfinished: false))
    let found = all.filter { !Self.isOnlySigned($0, text) }
    // A label that the program printed means that place, not a better known one of a similar name. The label of a place
    // outside all settlements is only its name, which others have, too.
    let labelled = found.filter {
      $0.label.lowercased() == text.lowercased() && $0.label != $0.title
    }
    guard let best = labelled.first ?? found.first, best.isComplete else {
      let similar = found.first ?? all.first
      let advice = similar.map { "; the most similar is \($0.label) at \($0.position)" } ?? ""
      throw Failure(status: .answerIsNo, message: "no place '\(text)' on the map\(advice)")
    }
    func isApart(_ other: FoundPlace) -> Bool {
      Distance.metres(other.position, best.position) > Self.near
    }
    func isOfKind(_ other: FoundPlace) -> Bool { Self.isOfKind(other, best, text) }
    let isKind = found.dropFirst().count { isApart($0) && isOfKind($0) } > 1
    let alike =
      labelled.isEmpty
      ? found.filter { Self.isAlike($0, best, text) || isKind && isOfKind($0) } : labelled
    let others = alike.dropFirst().filter(isApart)
    guard others.isEmpty else {
      throw Failure(
        status: .answerIsNo,
        message: "'\(text)' is ambiguous; say more of its address, or write the coordinate of "
          + "one of them:",
        details: ([best] + others).map { "\($0.position)  \($0.label)" })
    }
    return Stop(position: best.position, waypoint: try search.waypoint(at: best))
  }

  /// The stop that an option's text names; on standard error, which place was found by name.
  ///
  /// - Throws: ``Failure`` if the text names no place, or several that lie apart.
  func stop(_ text: String, of option: String) throws -> Stop {
    let stop = try stop(text)
    if let label = stop.waypoint.name { Console.error("\(option): \(label), \(stop.position)") }
    return stop
  }

  /// The stops that some texts name, in their order; on standard error, which places were found by name.
  ///
  /// - Throws: ``Failure`` for the first text that names no place, or several that lie apart.
  func stops(_ texts: [String]) throws -> [Stop] {
    try texts.enumerated().map { index, text in
      let stop = try stop(text)
      if let label = stop.waypoint.name {
        Console.error("waypoint \(index + 1): \(label), \(stop.position)")
      }
      return stop
    }
  }

  /// Whether a result is a motorway exit whose sign has the text among others: the towns on it may be far away.
  private static func isOnlySigned(_ place: FoundPlace, _ text: String) -> Bool {
    guard place.category == .motorwayExit, !place.name.isEmpty else { return false }
    let lower = text.lowercased()
    return ![place.name, place[.ref] ?? place.name].contains { lower.contains($0.lowercased()) }
  }

  /// Whether a result may as well be meant as the best one.
  private static func isAlike(_ other: FoundPlace, _ best: FoundPlace, _ text: String) -> Bool {
    let (title, bestTitle) = (other.title.lowercased(), best.title.lowercased())
    let isSettlement = best.category?.isSettlement ?? false
    if title == bestTitle { return other.score > best.score - (isSettlement ? tie : streetTie) }
    // `Aliados` is a part of both `Rua dos Aliados` and `Avenida dos Aliados`.
    let isPart = !isSettlement && best.houseNumber == nil && !text.lowercased().contains(bestTitle)
    return isPart && other.score > best.score - partTie
  }

  /// Whether a result is a place of the same kind as the best one, of which the text has no word of the name.
  ///
  /// If there are several, the text is a kind, such as `restaurant`, also if the best one is called so.
  private static func isOfKind(_ other: FoundPlace, _ best: FoundPlace, _ text: String) -> Bool {
    guard let category = best.category, category.isPointOfInterest, other.category == category,
      other.isComplete, other.score > best.score - kindTie
    else { return false }
    let name = other.name.lowercased()
    return !text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { name.contains($0) }
  }
}

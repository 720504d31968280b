public import Geo
public import MapCompiler
import MapReader
public import RoadModel
public import RouteModel
import Routing

/// A small road map as a drawing: letters and digits are nodes, one cell is so many metres.
///
/// Runs of `-`, `|`, `/` and `\` only show the picture; ways are listed by the letters that they pass.
///
///     let map = try await AsciiMap(
///       """
///       A---B---C
///           |   |
///           D---E
///       """,
///       ways: [
///         "ABC": "highway=primary name=Main~Street", "BDEC": "highway=residential maxheight=3.8",
///       ],
///       nodes: ["D": "barrier=bollard"],
///       relations: [.restriction("no_right_turn", from: "ABC", via: "B", to: "BDEC")]
///     ).build()
///     try await map.route(from: "A", to: "C") == "ABC"
///
/// Node ids follow the order of reading, way and relation ids the order of the lists. A way's `?`
/// is a node that the map does not have. North is up. Letters lie on the grid of the file's shapes, so
/// that they are found again in the line of a route.
public struct AsciiMap: Sendable {
  /// Tags, as a dictionary or as words `key=value`; in words, `~` stands for a space.
  public struct Tags: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    /// The pairs in their order.
    public var pairs: [(key: String, value: String)]

    /// Tags from pairs.
    public init(dictionaryLiteral elements: (String, String)...) {
      pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    /// Tags from words, `~` standing for a space in values.
    public init(stringLiteral line: String) { self.init(line) }

    /// Tags from words, `~` standing for a space in values.
    public init(_ line: String) {
      pairs = line.split(separator: " ").map { word in
        let parts = word.split(separator: "=", maxSplits: 1)
        let value = parts.count == 2 ? String(parts[1].map { $0 == "~" ? " " : $0 }) : ""
        return (key: String(parts[0]), value: value)
      }
    }
  }

  /// A relation; members are named by the letters of a node or the key of a way.
  public struct Relation: Sendable {
    /// Members in order: role, and the name of a way or node.
    public var members: [(role: String, name: String)]
    /// Its tags.
    public var tags: Tags

    /// A relation from its parts.
    public init(_ members: [(role: String, name: String)], _ tags: Tags) {
      self.members = members
      self.tags = tags
    }

    /// A turn restriction; members are separated by commas where there are several.
    public static func restriction(
      _ value: String, from: String, via: String, to: String, _ more: Tags = [:]
    ) -> Relation {
      restriction(
        Tags("restriction=\(value)").pairs + more.pairs, from: from, via: via, to: to)
    }

    /// A turn restriction for one kind of vehicle, `restriction:hgv=…`.
    public static func restriction(
      for vehicle: String, _ value: String, from: String, via: String, to: String
    ) -> Relation {
      restriction([("restriction:\(vehicle)", value)], from: from, via: via, to: to)
    }

    private static func restriction(
      _ tags: [(key: String, value: String)], from: String, via: String, to: String
    ) -> Relation {
      var members: [(role: String, name: String)] = []
      for (role, names) in [("from", from), ("via", via), ("to", to)] {
        members += names.split(separator: ",").map { (role, String($0)) }
      }
      var all = Tags("type=restriction")
      all.pairs += tags
      return Relation(members, all)
    }
  }

  /// The order of elements in a file.
  public enum Order: Sendable, CaseIterable {
    /// Nodes, ways, relations, each by ascending id.
    case usual
    /// Ways before the nodes that they refer to, relations first of all.
    case reversedKinds
    /// Nodes by descending id.
    case nodesDescending
  }

  /// A node of the drawing.
  struct Node: Sendable {
    var name: Character
    var id: Int64
    var position: Coordinate
    var tags: Tags
  }

  /// A listed way.
  struct Way: Sendable {
    var letters: String
    var id: Int64
    var tags: Tags
  }

  /// A drawing or a name that says nothing.
  public struct Mistake: Error, CustomStringConvertible {
    /// What is wrong.
    public var description: String
  }

  /// The id of the node that `?` stands for.
  public static let missingNode: Int64 = 7_777_777_777

  private(set) var nodes: [Node] = []
  private(set) var ways: [Way] = []
  private let relations: [Relation]
  private let extra: String

  /// A map from a drawing.
  ///
  /// - Parameters:
  ///   - drawing: Lines; only letters and digits matter.
  ///   - metresPerCell: The side of a cell, in both directions.
  ///   - ways: The ways by their letters, in the order of their ids; one key may come twice.
  ///   - nodes: Tags of nodes.
  ///   - relations: Turn restrictions and others.
  ///   - sharing: Letters that lie where another does, for roads without length.
  ///   - firstNode: The id of the first node; the others count up from it.
  ///   - firstWay: The id of the first way.
  ///   - extra: More elements, as XML, after the ways.
  public init(
    _ drawing: String, metresPerCell: Double = 50, ways: KeyValuePairs<String, Tags>,
    nodes: [Character: Tags] = [:], relations: [Relation] = [],
    sharing: [Character: Character] = [:], firstNode: Int64 = 1, firstWay: Int64 = 101,
    extra: String = ""
  ) {
    self.init(
      drawing, metresPerCell: metresPerCell, ways: ways.map { ($0.key, $0.value) }, nodes: nodes,
      relations: relations, sharing: sharing, firstNode: firstNode, firstWay: firstWay,
      extra: extra)
  }

  /// As the above, with ways from an array.
  public init(
    _ drawing: String, metresPerCell: Double = 50, ways: [(String, Tags)],
    nodes: [Character: Tags] = [:], relations: [Relation] = [],
    sharing: [Character: Character] = [:], firstNode: Int64 = 1, firstWay: Int64 = 101,
    extra: String = ""
  ) {
    self.relations = relations
    self.extra = extra
    let origin = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_000_000)
    let north = metresPerCell / Distance.metresPerUnit
    let east = north / Trigonometry.cosine(units: Double(origin.latitudeUnits))
    for (y, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (x, name) in line.enumerated() where name.isLetter || name.isNumber {
        let place = Coordinate(
          latitudeUnits: origin.latitudeUnits - Self.onGrid(Double(y) * north),
          longitudeUnits: origin.longitudeUnits + Self.onGrid(Double(x) * east))
        self.nodes.append(
          Node(
            name: name, id: firstNode + Int64(self.nodes.count), position: place,
            tags: nodes[name] ?? [:]))
      }
    }
    for (letter, other) in sharing {
      guard let index = self.index(letter), let place = self.index(other) else { continue }
      self.nodes[index].position = self.nodes[place].position
    }
    for (letters, tags) in ways {
      self.ways.append(Way(letters: letters, id: firstWay + Int64(self.ways.count), tags: tags))
    }
  }

  /// Shapes are stored in steps of ten units.
  private static func onGrid(_ units: Double) -> Int32 { Int32((units / 10).rounded()) * 10 }

  private func index(_ name: Character) -> Int? { nodes.firstIndex { $0.name == name } }

  /// The id of a node.
  public func node(_ name: Character) throws -> Int64 {
    if name == "?" { return Self.missingNode }
    guard let index = self.index(name) else { throw Mistake(description: "no node \(name)") }
    return nodes[index].id
  }

  /// The id of the first way with these letters.
  public func way(_ letters: String) throws -> Int64 {
    guard let way = ways.first(where: { $0.letters == letters }) else {
      throw Mistake(description: "no way \(letters)")
    }
    return way.id
  }

  /// A place: a letter, `A>B 0.3` for 30 % of the way from A to B, and to its side `A>B 0.3 left 10`.
  public func place(_ text: String) throws -> Coordinate {
    let words = text.split(separator: " ")
    let letters = words[0].split(separator: ">").compactMap { $0.first }
    let ends = try letters.map { letter in
      guard let index = self.index(letter) else { throw Mistake(description: "no node \(letter)") }
      return nodes[index].position
    }
    guard ends.count == 2 else { return ends[0] }
    let (east, north) = Distance.offset(from: ends[0], to: ends[1])
    let length = (east * east + north * north).squareRoot()
    let share = words.count > 1 ? Double(words[1]) ?? .nan : 0
    var side = 0.0
    if words.count == 4 { side = (Double(words[3]) ?? .nan) * (words[2] == "left" ? 1 : -1) }
    let up = (north * share + east / length * side) / Distance.metresPerUnit
    let right =
      (east * share - north / length * side) / Distance.metresPerUnit
      / Trigonometry.cosine(units: Double(ends[0].latitudeUnits))
    return Coordinate(
      latitudeUnits: ends[0].latitudeUnits + Int32(up.rounded()),
      longitudeUnits: ends[0].longitudeUnits + Int32(right.rounded()))
  }

  /// Metres in straight lines along some letters.
  public func metres(_ letters: String) throws -> Double {
    let line = try letters.map { try place(String($0)) }
    return zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
  }

  /// Builds the map, and checks all of it.
  public func build(
    _ order: Order = .usual, options: MapCompiler.Options = .init()
  ) async throws -> AsciiRoads {
    let built = try await BuiltMap(xml: try xml(order), options: options)
    try built.map.verify()
    return AsciiRoads(drawing: self, built: built)
  }

  // MARK: XML

  /// The map as OSM XML.
  public func xml(_ order: Order = .usual) throws -> String {
    let nodes = self.nodes.map { node in
      Self.element(
        "node",
        "id=\"\(node.id)\" lat=\"\(node.position.latitude)\" lon=\"\(node.position.longitude)\"",
        [], node.tags)
    }
    let ways = try self.ways.map { way in
      Self.element(
        "way", "id=\"\(way.id)\"",
        try way.letters.map { "<nd ref=\"\(try node($0))\"/>" }, way.tags)
    }
    let relations = try self.relations.enumerated().map { index, relation in
      Self.element(
        "relation", "id=\"\(index + 1)\"", try relation.members.map(member), relation.tags)
    }
    let parts: [[String]] =
      switch order {
      case .usual: [nodes, ways, [extra], relations]
      case .reversedKinds: [relations, ways, nodes, [extra]]
      case .nodesDescending: [nodes.reversed(), ways, [extra], relations]
      }
    return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"AsciiMap\">\n"
      + parts.joined().joined() + "</osm>\n"
  }

  private func member(_ role: String, _ name: String) throws -> String {
    // A single letter is a node; a way that the map does not have is `??`.
    let isNode = name.count == 1
    let id = name == "??" ? 9_999 : isNode ? try node(Character(name)) : try way(name)
    return "<member type=\"\(isNode ? "node" : "way")\" ref=\"\(id)\" role=\"\(role)\"/>"
  }

  private static func element(
    _ kind: String, _ attributes: String, _ children: [String], _ tags: Tags
  ) -> String {
    let tags = tags.pairs.map { "<tag k=\"\($0.key)\" v=\"\(escaped($0.value))\"/>" }
    return "<\(kind) \(attributes)>\((children + tags).joined())</\(kind)>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}

/// A built ``AsciiMap``: routes on it are asked for, and answered, in letters.
public struct AsciiRoads: Sendable {
  /// What was drawn.
  public let drawing: AsciiMap
  /// The compiled map.
  public let built: BuiltMap

  /// What the build said.
  public var report: BuildReport { built.report }

  /// A waypoint at a place; the text is as for ``AsciiMap/place(_:)``.
  public func waypoint(
    _ text: String, _ kind: Waypoint.Kind = .stopover,
    approach: Waypoint.Approach = .unrestricted
  ) throws -> Waypoint {
    let place = try drawing.place(text)
    return Waypoint(
      latitude: place.latitude, longitude: place.longitude, kind: kind, approach: approach)
  }

  /// The best route through some waypoints.
  public func response(
    _ waypoints: [Waypoint], _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws(RoutingError) -> Route {
    let request = RouteRequest(waypoints: waypoints, vehicle: vehicle, options: options)
    return try await OfflineRoutingEngine(map: built.map).routes(for: request).routes[0]
  }

  /// The best route from one place to another.
  public func response(
    from: String, to: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws -> Route {
    try await response([try waypoint(from), try waypoint(to)], vehicle, options)
  }

  /// The letters that the best route passes, in order.
  public func route(
    from: String, to: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws -> String {
    letters(try await response(from: from, to: to, vehicle, options))
  }

  /// The letters of the best route through waypoints.
  public func route(
    _ waypoints: [Waypoint], _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws -> String {
    letters(try await response(waypoints, vehicle, options))
  }

  /// As ``route(from:to:_:_:)`` from and to the very roads that the places lie on, not others nearby;
  /// `none` where no way leads there.
  public func attempt(
    from: String, to: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws -> String {
    var exact = options
    exact.snapRadiusMetres = 1
    do {
      return try await route(from: from, to: to, vehicle, exact)
    } catch RoutingError.noRoute {
      return "none"
    }
  }

  /// Why there is no route.
  public func refusal(
    from: String, to: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()
  ) async throws -> RoutingError {
    let ends = [try waypoint(from), try waypoint(to)]
    let found: Route
    do throws(RoutingError) {
      found = try await response(ends, vehicle, options)
    } catch { return error }
    throw AsciiMap.Mistake(description: "there is a route: \(letters(found))")
  }

  /// The letters that a route passes, in order.
  public func letters(_ route: Route) -> String {
    var result = ""
    for point in route.polyline {
      let name = drawing.nodes.first { $0.position == point }?.name
      if let name, result.last != name { result.append(name) }
    }
    return result
  }
}

extension Vehicle {
  /// A lorry of some sizes, in millimetres and kilograms.
  public static func lorry(height: UInt32? = nil, weight: UInt32? = nil) -> Vehicle {
    var lorry = Vehicle(.truck)
    lorry.height = height
    lorry.weight = weight
    return lorry
  }
}

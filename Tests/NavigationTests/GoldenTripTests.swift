import Geo
import Guidance
import Navigation
import RouteModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of `Golden`: trips of this version, and of an invented later one; events are in `GoldenEventTests`.
@Suite struct GoldenTripTests {
  static func read<Value: Decodable>(
    _ name: String, as: Value.Type = Value.self
  ) throws -> Value {
    let path = "\(TestData.package)/Tests/NavigationTests/Golden/\(name)"
    return try JSONDecoder().decode(Value.self, from: try Data(contentsOf: URL(filePath: path)))
  }

  static func decoded<Value: Decodable>(
    _ tree: Tree, as: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(tree))
  }

  static func tree(_ value: some Encodable) throws -> Tree {
    try JSONDecoder().decode(Tree.self, from: try JSONEncoder().encode(value))
  }

  static func members(_ tree: Tree) throws -> [String: Tree] {
    guard case .object(let members) = tree else { throw NoTrip() }
    return members
  }

  // MARK: This version

  @Test("a trip that this version saved is restored, and saved again as it was")
  func savedAgain() throws {
    let trip: Trip = try Self.read("1/trip.json")
    #expect(trip.deviation?.kind == .serviceRoad && trip.deviation?.wayID == 9)
    #expect(trip.options.asks == [.discard, .fasterRoute] && trip.options.gainSeconds == 45)
    #expect(trip.openRequests.map(\.purpose) == [.reroute])
    #expect(trip.openQuestions.map(\.kind.topic) == [.discard])
    #expect(trip.drivenMetres == 500 && trip.route.wayIDs == [8] && trip.leg == 0)
    #expect(trip.alternatives.map(\.gainSeconds) == [-50])
    // Later versions may save more members.
    let file = try Self.members(try Self.read("1/trip.json"))
    let written = try Self.members(try Self.tree(trip))
    for (name, value) in file {
      let same = try #require(written[name], "\(name) is not saved")
      #expect(value.difference(from: same, at: name) == nil, "\(name)")
    }
  }

  @Test("the golden trip has all that a trip remembers")
  func wholeState() throws {
    let trip: Trip = try Self.read("1/trip.json")
    let state = try #require(Mirror(reflecting: trip).descendant("state"))
    let remembered = Set(Mirror(reflecting: state).children.compactMap(\.label))
    let file = try Self.members(try Self.read("1/trip.json"))
    #expect(remembered.contains("route") && remembered.subtracting(file.keys).isEmpty)
  }

  @Test("a restored trip goes on")
  func goesOn() throws {
    var trip: Trip = try Self.read("1/trip.json")
    let events = trip.take(.cancel)
    #expect(events.contains(.requestCancelled(8)))
    #expect(events.contains(.questionClosed(1, .withdrawn)))
    #expect(events.last == .ended(.cancelled) && trip.hasEnded)
  }

  @Test("a question of each topic is read, and written again as it was")
  func questions() throws {
    let questions: [TripQuestion] = try Self.read("1/questions.json")
    #expect(questions.map(\.kind.topic) == TripQuestion.Topic.allCases)
    let file: Tree = try Self.read("1/questions.json")
    let written = try Self.tree(questions)
    #expect(file.difference(from: written) == nil)
  }

  @Test("of a saved trip, all but its request, route and stops may be missing")
  func missingMembers() throws {
    let file = try Self.members(try Self.read("1/trip.json"))
    for name in file.keys.sorted() where !["request", "route", "stops"].contains(name) {
      let rest = Tree.object(file.filter { $0.key != name })
      #expect(throws: Never.self, "without \(name)") { try Self.decoded(rest, as: Trip.self) }
    }
    for name in ["request", "route", "stops"] {
      let rest = Tree.object(file.filter { $0.key != name })
      #expect(throws: DecodingError.self, "without \(name)") {
        try Self.decoded(rest, as: Trip.self)
      }
    }
  }

  // MARK: Words

  /// Expects that a list of words is that of all known values, and that an unknown word is kept.
  private func expect<Word: OpenWord>(_ name: String, _: Word.Type) throws {
    let all: [String: [String]] = try Self.read("1/words.json")
    let words = try #require(all[name], "words.json has no list of \(name)")
    #expect(Word.allCases.map(\.rawValue) == words, "\(name)")
    let read: [Word] = try Self.decoded(.array(words.map(Tree.string)))
    #expect(read == Array(Word.allCases), "\(name)")
    let later = Tree.string("X-word")
    let kept: Word = try Self.decoded(later)
    #expect(kept == .unknown("X-word") && !Word.allCases.contains(kept), "\(name)")
    #expect(try Self.tree(kept) == later, "\(name)")
  }

  @Test("every word of a trip is in the golden file, and a later version's is kept")
  func words() throws {
    try expect("ends", TripEnd.self)
    try expect("deviations", Deviation.Kind.self)
    try expect("topics", TripQuestion.Topic.self)
    try expect("closings", TripQuestion.Closing.self)
    try expect("purposes", TripRequest.Purpose.self)
    try expect("sources", TripProgress.Source.self)
    try expect("crossings", TripCrossing.Kind.self)
    try expect("spans", TripSpan.Kind.self)
    try expect("flaws", FixFlaw.self)
  }

  // MARK: A later version

  @Test("members that are added anywhere in a saved trip change nothing, except in its requests")
  func addedMembers() throws {
    let file = try Self.members(try Self.read("1/trip.json"))
    var grown = file
    for (name, value) in file where name != "request" && name != "requests" {
      grown[name] = value.grown
    }
    grown["newMember"] = .string("X-word")
    let trip: Trip = try Self.decoded(.object(grown))
    let same: Trip = try Self.read("1/trip.json")
    let written = try Self.tree(same)
    #expect(try Self.tree(trip) == written)
  }

  @Test("a later version's trip is restored as far as it is known, and keeps its words")
  func laterTrip() throws {
    var trip: Trip = try Self.read("later/trip.json")
    #expect(trip.options.asks == [.reroute, .unknown("X-parking")])
    #expect(trip.options.units == .metric)
    #expect(trip.route.origin == .unknown("X-satellite"))
    #expect(trip.deviation?.kind == .unknown("X-bridge"))
    let fix = Location(latitude: 43.735, longitude: 7.421, time: 99)
    // Nobody can answer the question of an unknown topic.
    #expect(trip.openQuestions.map(\.id) == [6])
    #expect(trip.openQuestions.first?.kind == .discard(fix, .unknown("X-reflected")))
    #expect(trip.openRequests.map(\.purpose) == [.unknown("X-parking")])
    let written = try Self.members(try Self.tree(trip))
    let deviation = try Self.members(written["deviation"] ?? .null)
    #expect(deviation["kind"] == .string("X-bridge"))
    let options = try Self.members(written["options"] ?? .null)
    #expect(options["units"] == .string("X-nautical"))
    #expect(options["asks"] == .array([.string("X-parking"), .string("reroute")]))
    // The answer to a request of an unknown purpose has no effect.
    #expect(trip.take(.failure(7, .cancelled)).isEmpty && trip.openRequests.isEmpty)
    #expect(trip.take(.cancel).last == .ended(.cancelled))
  }

  @Test(
    "a trip that this version can't continue is refused, with the word",
    arguments: [
      ("phase", Tree.string("X-parked"), "X-parked"),
      (
        "request",
        Tree.object([
          "waypoints": .array([]), "vehicle": .object(["mode": .string("X-tram")]),
        ]), "X-tram"
      ),
    ])
  func refused(member: String, value: Tree, word: String) throws {
    var file = try Self.members(try Self.read("later/trip.json"))
    file[member] = value
    #expect { try Self.decoded(.object(file), as: Trip.self) } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains(word)
    }
  }
}

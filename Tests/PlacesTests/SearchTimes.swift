import Geo
import MapReader
import NavFormat
import Places
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Prints how long calls of the library take, on the map that `MAPC_TIMED_MAP` names; nothing is asserted.
///
/// Names are drawn from the map and typed letter by letter, as in tools/bench/places/keystrokes.
@Suite struct SearchTimes {
  private static let path = unsafe getenv("MAPC_TIMED_MAP").map { unsafe String(cString: $0) }

  @Test("times of searches", .enabled(if: path != nil))
  func times() throws {
    let map = try NavMap(path: try #require(Self.path))
    let search = PlaceSearch(map)
    let places = try map.places()
    var generator = SeededGenerator(seed: 26)
    var named: [(name: String, position: Coordinate)] = []
    while named.count < 300 {
      let place = Int.random(in: 0..<places.layout.placeCount, using: &generator)
      if let name = map.name(places.nameOffset(place)) {
        named.append((name, places.position(place)))
      }
    }
    for isNear in [false, true] {
      var times: [Duration] = []
      for (name, position) in named {
        for length in 1...name.count {
          let query = PlaceQuery(String(name.prefix(length)), near: isNear ? position : nil)
          times.append(try Self.time { _ = try search.places(for: query) })
        }
      }
      Self.tell(isNear ? "a keystroke near a place" : "a keystroke", times)
    }
    var wrong: [Duration] = []
    for (name, _) in named where name.count > 5 {
      var letters = Array(name)
      letters.remove(at: Int.random(in: 1..<letters.count - 1, using: &generator))
      wrong.append(
        try Self.time { _ = try search.places(for: PlaceQuery(String(letters))) })
    }
    Self.tell("a name without a letter", wrong)
    var reverse: [Duration] = []
    for (_, position) in named {
      let beside = Coordinate(
        latitudeUnits: position.latitudeUnits + .random(in: -9_999...9_999, using: &generator),
        longitudeUnits: position.longitudeUnits + .random(in: -9_999...9_999, using: &generator))
      reverse.append(try Self.time { _ = try search.place(at: beside) })
    }
    Self.tell("reverse", reverse)
  }

  private static func time(_ call: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    let begin = clock.now
    try call()
    return clock.now - begin
  }

  private static func tell(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    func share(_ part: Double) -> Int {
      Int(sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)] / .microseconds(1))
    }
    print(
      "\(name): \(sorted.count) calls, p50 \(share(0.5)), p95 \(share(0.95)), p99 \(share(0.99)) µs"
    )
  }
}

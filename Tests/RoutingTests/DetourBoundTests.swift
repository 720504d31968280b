import Geo
import MapReader
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Lower bounds of the durations over stops are what tables find, or none is known.
@Suite struct DetourBoundTests {
  private static let extract = "liechtenstein-2025.osm.pbf"

  @Test(
    "bounds of random stops", .enabled(if: TestData.has(extract), "needs \(extract)"),
    arguments: TableTests.kinds)
  func random(_ kind: TableTests.Kind) async throws {
    let map = try await BuiltMap(extract: Self.extract).map
    let engine = OfflineRoutingEngine(map: map)
    var generator = SeededGenerator(seed: 77)
    var known = 0
    for _ in 0..<4 {
      let places = try TableTests.places(map, 30, seed: generator.next())
      let (start, end, stops) = (places[0], places[1], Array(places[2...]))
      let bounds = try engine.leastSeconds(
        from: start, over: stops, to: end, vehicle: kind.vehicle, options: kind.options)
      #expect(bounds.count == stops.count)
      let there = try await engine.table(
        from: [start], to: stops, vehicle: kind.vehicle, options: kind.options)
      let onward = try await engine.table(
        from: stops, to: [end], vehicle: kind.vehicle, options: kind.options)
      for (index, bound) in bounds.enumerated() {
        guard let bound else { continue }
        known += 1
        let sum =
          try #require(there.durationSeconds[0][index])
          + #require(onward.durationSeconds[index][0])
        #expect(abs(bound - sum) < 0.001, "stop \(index)")
      }
    }
    // Most stops have one, where a table takes durations from the hierarchy.
    if kind.testDescription == "car" { #expect(known > 60) }
  }

  @Test(
    "where no metric serves the vehicle, bounds are known up to a duration",
    .enabled(if: TestData.has(extract), "needs \(extract)"))
  func onFoot() async throws {
    let map = try await BuiltMap(extract: Self.extract).map
    let engine = OfflineRoutingEngine(map: map)
    var generator = SeededGenerator(seed: 78)
    var (near, far) = (0, 0)
    for _ in 0..<6 {
      let places = try TableTests.places(map, 24, seed: generator.next())
      let (start, end, stops) = (places[0], places[1], Array(places[2...]))
      let there = try await engine.table(from: [start], to: stops, vehicle: Vehicle(.foot))
      let onward = try await engine.table(from: stops, to: [end], vehicle: Vehicle(.foot))
      let sums = stops.indices.map { index -> Double in
        guard let first = there.durationSeconds[0][index],
          let second = onward.durationSeconds[index][0]
        else { return .infinity }
        return first + second
      }
      let most = sums.sorted()[stops.count / 2]
      guard most.isFinite else { continue }
      let bounds = try engine.leastSeconds(
        from: start, over: stops, to: end, vehicle: Vehicle(.foot), options: .init(), within: most)
      for (sum, bound) in zip(sums, bounds) {
        guard let bound else { continue }
        if sum <= most {
          near += 1
          #expect(abs(bound - sum) < 0.001)
        } else {
          far += 1
          #expect(bound > most)
        }
      }
    }
    #expect(near > 10 && far > 10)
  }

  @Test(
    "one search finds the durations of trips to many places, up to a duration",
    .enabled(if: TestData.has(extract), "needs \(extract)"),
    arguments: [Mode.foot, .bicycle])
  func oneWay(_ mode: Mode) async throws {
    let map = try await BuiltMap(extract: Self.extract).map
    let engine = OfflineRoutingEngine(map: map)
    let vehicle = Vehicle(mode)
    let places = try TableTests.places(map, 40, seed: 79)
    let (start, ends) = (places[0], places.dropFirst() + [Waypoint(latitude: 48, longitude: 12)])
    let table = try await engine.table(from: [start], to: Array(ends.dropLast()), vehicle: vehicle)
    let seconds = table.durationSeconds[0].map { $0 ?? .infinity }
    let most = seconds.sorted()[seconds.count / 2]
    let bounds = try engine.leastSeconds(
      from: start, to: Array(ends), vehicle: vehicle, options: .init(), within: most)
    #expect(bounds.last == .infinity)
    var (near, far) = (0, 0)
    for (duration, bound) in zip(seconds, bounds) {
      guard let bound else { continue }
      if duration <= most { near += 1 } else { far += 1 }
      #expect(duration <= most ? abs(bound - duration) < 0.001 : bound > most)
    }
    #expect(near > 5 && far > 5)
  }

  @Test("a stop without a road does not count", .enabled(if: TestData.has(extract)))
  func noRoad() async throws {
    let map = try await BuiltMap(extract: Self.extract).map
    let engine = OfflineRoutingEngine(map: map)
    let places = try TableTests.places(map, 6, seed: 9)
    let far = Waypoint(latitude: 48, longitude: 12)
    let bounds = try engine.leastSeconds(
      from: places[0], over: [far, places[4]], to: places[2], vehicle: .car, options: .init())
    #expect(bounds[0] == .infinity && bounds[1] != .infinity)
  }
}

import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Polygons contain the reached points of roads, and no others beyond the error that they state.
///
/// `MAPC_QUERIES` sets the places of each vehicle on each extract; 3 by default.
@Suite struct IsolinePolygonTests {
  static let vehicles: [Vehicle] = [
    .car, .truck(height: .meters(4.0), weight: .tonnes(18)), Vehicle(.bicycle), Vehicle(.foot),
  ]

  @Test(
    "sampled points of all roads lie inside if they are reached, and outside beyond 50 m if not",
    .timeLimit(.minutes(60)),
    .enabled(
      if: !TestData.present(IsolineReferenceTests.extracts).isEmpty,
      "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(IsolineReferenceTests.extracts))
  func samples(_ name: String) async throws {
    let built = try await BuiltMap(extract: name)
    let engine = OfflineRoutingEngine(map: built.map)
    var (inside, outside, near) = (0, 0, 0)
    for vehicle in Self.vehicles {
      let graph = try ReferenceGraph(built.map, vehicle)
      var random = SeededGenerator(seed: 5)
      let places = try RandomPlaces(graph, leaving: true)
      for _ in 0..<(HierarchyReferenceTests.queries ?? 3) {
        guard let from = try places.next(&random) else { continue }
        let values: [Double] =
          vehicle.mode == .foot || vehicle.mode == .bicycle ? [300, 600, 1_200] : [120, 300, 600]
        let request = IsolineRequest(
          place: Waypoint(from.place), quantity: .time, values: values, vehicle: vehicle,
          drawing: .init(errorMetres: 50))
        let response = try await engine.isolines(for: request)
        #expect(response.errorMetres <= 51, "\(name)")
        let points = try Self.points(graph, from)
        for isoline in response.isolines {
          let lookup = PolygonLookup(isoline.polygons)
          let limit = UInt32(isoline.value * 100)
          let reached = PointIndex(points.filter { $0.time <= limit }.map(\.place))
          let label = "\(name), \(vehicle.mode.name) at \(from.place), \(isoline.value) s"
          var wrong = 0
          for point in points {
            let isInside = lookup.contains(point.place)
            if point.time <= limit {
              inside += 1
              if !isInside { wrong += 1 }
            } else if !reached.hasPoint(within: response.errorMetres + Self.step, of: point.place) {
              outside += 1
              if isInside { wrong += 1 }
            } else {
              near += 1
            }
          }
          #expect(wrong == 0, "\(label): \(wrong) points")
        }
      }
    }
    print("\(name): \(inside) points inside, \(outside) outside, \(near) near the border")
    #expect(inside > 1_000 && (outside > 1_000 || name.hasPrefix("monaco")))
  }

  /// Metres between samples.
  static let step = 10.0

  private struct Sample {
    var place: Coordinate
    /// When plain Dijkstra reaches it, in either direction of the road; the maximum if never.
    var time: UInt32
  }

  /// Points on all roads that the vehicle may use, ferries excepted.
  private static func points(_ graph: ReferenceGraph, _ from: RandomPlace) throws -> [Sample] {
    let entries = graph.entries(from: from)
    var samples: [Sample] = []
    for number in graph.map.tiles {
      let map = graph.map
      let tile = try map.tile(number)
      let first = graph.map.entry(number).firstEdge
      for segment in tile.layout.ownSegments where !tile.isFerry(segment) {
        let numbers = (0..<2).map { first + UInt32(2 * segment.rawValue + $0) }
        guard numbers.contains(where: { graph.edges[Int($0)].state.isUsable }) else { continue }
        let (shape, length) = (tile.shape(segment), tile.length(segment))
        for (at, place) in Self.along(shape) {
          var best = UInt32.max
          for (direction, edge) in numbers.enumerated() {
            let along = UInt32(
              max(
                min(((direction == 0 ? at : 1 - at) * Double(length)).rounded(), Double(length)), 0)
            )
            let state = graph.edges[Int(edge)].state
            if let entry = entries[edge] {
              best = min(best, entry.time + state.time(upTo: along, of: length))
            }
            if let start = from.edges.first(where: { $0.edge == edge }), along >= start.along {
              best = min(
                best,
                state.time(upTo: along, of: length) - state.time(upTo: start.along, of: length))
            }
          }
          // Samples are rounded, so they may be reached a moment later than the road there.
          samples.append(Sample(place: place, time: best == .max ? best : best + 2))
        }
      }
    }
    return samples
  }

  /// Points along a shape with their shares of its length.
  static func along(_ shape: [Coordinate]) -> [(share: Double, place: Coordinate)] {
    var ends = [0.0]
    for (a, b) in zip(shape, shape.dropFirst()) {
      ends.append(ends[ends.count - 1] + Distance.metres(a, b))
    }
    let whole = max(ends[ends.count - 1], 0.001)
    var points: [(Double, Coordinate)] = []
    for index in 1..<shape.count {
      let metres = ends[index] - ends[index - 1]
      let count = max(Int(metres / step), 1)
      for number in 0..<count {
        let share = Double(number) / Double(count)
        points.append(
          (
            (ends[index - 1] + share * metres) / whole,
            shape[index - 1].interpolated(to: shape[index], share: share)
          ))
      }
    }
    return points
  }
}

/// Finds points near others by squares of about 60 m.
struct PointIndex {
  private static let units: Int32 = 5_400
  private var squares: [SIMD2<Int32>: [Coordinate]] = [:]

  init(_ points: [Coordinate]) {
    for point in points { squares[Self.square(point), default: []].append(point) }
  }

  private static func square(_ point: Coordinate) -> SIMD2<Int32> {
    SIMD2(point.latitudeUnits / units, point.longitudeUnits / units)
  }

  func hasPoint(within metres: Double, of point: Coordinate) -> Bool {
    let middle = Self.square(point)
    let reach = Int32((metres / (Double(Self.units) * Distance.metresPerUnit)).rounded(.up)) + 1
    for north in -reach...reach {
      for east in -2 * reach...2 * reach {
        let found = squares[middle &+ SIMD2(north, east)] ?? []
        if found.contains(where: { Distance.metres($0, point) <= metres }) { return true }
      }
    }
    return false
  }
}

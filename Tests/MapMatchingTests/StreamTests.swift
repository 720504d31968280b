import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Traces that do not fit into memory.
@Suite struct StreamTests {
  /// What came of a trace so far.
  private struct Seen {
    var points = 0
    var pieces = 0
    var edges = 0
    var line = 0
    var edgeOfPoint = 0
    var metres = 0.0
    var isOpen = false

    mutating func take(_ events: [MatchEvent]) {
      for event in events {
        switch event {
        case .began:
          #expect(!isOpen)
          (isOpen, edges, line, metres) = (true, 0, 0, 0)
        case .edge(let edge, let more):
          #expect(isOpen && edge.points == line...(line + more.count))
          line += more.count
          edges += 1
          metres += edge.lengthMetres
        case .ended(let piece):
          #expect(isOpen && abs(piece.lengthMetres - metres) < 1e-3)
          #expect(piece.points.upperBound < points)
          isOpen = false
          pieces += 1
        case .offRoad(let stretch):
          #expect(!isOpen && stretch.piece == pieces)
        case .stopped(let stop):
          #expect(stop.points.upperBound < points)
        case .point(let point):
          #expect(point.index == points)
          points += 1
          if let position = point.position {
            #expect(position.piece == pieces)
            edgeOfPoint = position.edge
          }
        }
      }
    }
  }

  @Test("a trace of a day is given out on the way, and never more than a window of it is kept")
  func long() async throws {
    let roads = try await MatcherTests.ladder.build()
    var worker = MatchWorker(MapMatcher(map: roads.built.map))
    let round = try roads.drive("ABEDABCFEBCFED", every: 10)
    var seen = Seen()
    for index in 0..<86_400 {
      var fix = round[index % round.count]
      fix.time = Double(index)
      try worker.push(fix)
      seen.take(worker.takeEvents())
      #expect(index - seen.points < 3_000)
      #expect(seen.edgeOfPoint - seen.edges < 600)
    }
    try worker.finish()
    seen.take(worker.takeEvents())
    #expect(seen.points == 86_400)
    #expect(seen.pieces >= 1 && !seen.isOpen)
  }

  @Test("a worker that is begun anew in the middle of a trace knows nothing of it")
  func reset() async throws {
    let roads = try await MatcherTests.ladder.build()
    let matcher = MapMatcher(map: roads.built.map)
    let trace = Trace(try roads.drive("ABEF", left: 3))
    let fresh = try await matcher.match(trace)
    var worker = MatchWorker(matcher)
    for fix in try roads.drive("CBADEF").prefix(40) { try worker.push(fix) }
    #expect(try worker.match(trace) == fresh)
    #expect(try worker.match(trace) == fresh)
  }

  @Test("the line of a piece is that of its edges, put together")
  func line() async throws {
    let roads = try await MatcherTests.ladder.build()
    let result = try await roads.match(roads.drive("ABEDA"))
    let piece = try #require(result.pieces.first)
    #expect(piece.edges.first?.points.lowerBound == 0)
    #expect(piece.edges.last?.points.upperBound == piece.polyline.count - 1)
    for (a, b) in zip(piece.edges, piece.edges.dropFirst()) {
      #expect(a.points.upperBound == b.points.lowerBound)
      #expect(piece.polyline[b.points.lowerBound] == (try place(of: b.nodes[0], roads)))
    }
  }

  private func place(of node: Int64, _ roads: AsciiRoads) throws -> Coordinate {
    let name = try #require("ABCDEF".first { (try? roads.drawing.node($0)) == node })
    return try roads.drawing.place(String(name))
  }
}

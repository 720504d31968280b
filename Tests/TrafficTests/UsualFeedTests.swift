import JSON
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

@testable import TrafficIO

/// Usual speeds as CSV, and on a map.
@Suite struct UsualFeedTests {
  private static func feed(_ text: String) throws(TextError) -> UsualFeed {
    var source = ByteSource(bytes: Array(text.utf8), name: "feed")
    return try UsualFeed(&source)
  }

  private static func time(_ begin: UInt16, _ end: UInt16, _ speed: UInt16) -> UsualRecord.Time {
    UsualRecord.Time(begin: begin, end: end, speed: speed)
  }

  @Test("lines of the same road are one record, in any order and over the end of the week")
  func csv() throws {
    let feed = try Self.feed(
      """
      note,Speed_kmh,way_id,direction,minutes
      x,30.55,1,forward,480-540
      x,50,2,both,0-10080
      x,20,1,forward,10000-120 1440-1500
      x,20,1,backward,10000-0

      """)
    #expect(feed.lines == [2, 3, 5])
    #expect(
      feed.records == [
        UsualRecord(
          .way(1, .forward, metres: nil),
          times: [
            Self.time(480, 540, 306), Self.time(10_000, 10_080, 200), Self.time(0, 120, 200),
            Self.time(1_440, 1_500, 200),
          ]),
        UsualRecord(.way(2, .both, metres: nil), times: [Self.time(0, 10_080, 500)]),
        UsualRecord(.way(1, .backward, metres: nil), times: [Self.time(10_000, 10_080, 200)]),
      ])
    let nodes = try Self.feed("from_node;to_node;minutes;speed_kmh\n7;8;0-60;0,01\n")
    #expect(
      nodes.records == [UsualRecord(.nodes(from: 7, to: 8), times: [Self.time(0, 60, 1)])])
    let both = try Self.feed(
      "from_node,to_node,direction,minutes,speed_kmh\n7,8,both,0-60,50\n")
    #expect(
      both.records == [
        UsualRecord(.nodes(from: 7, to: 8), times: [Self.time(0, 60, 500)]),
        UsualRecord(.nodes(from: 8, to: 7), times: [Self.time(0, 60, 500)]),
      ])
  }

  @Test(
    "a feed with a line that can't be read is refused whole, and names it",
    arguments: [
      ("", "is empty"), ("way_id,minutes,speed_kmh\n1,0-60\n", "line 2"),
      ("way_id,speed_kmh\n1,50\n", "line 1"), ("minutes,speed_kmh\n0-60,50\n", "line 1"),
      ("way_id,minutes,speed_kmh,minutes\n", "line 1"),
      ("way_id,minutes,speed_kmh\n1,0-60,0\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,0-60,501\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,0-60,\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,0-60,nan\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,60,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,60-60,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,0-10081,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,10080-5,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,-5-60,5\n", "line 2"),
      ("way_id,minutes,speed_kmh\n1,0-60,5\nx,0-60,5\n", "line 3"),
      ("way_id,direction,minutes,speed_kmh\n1,up,0-60,5\n", "line 2"),
      ("way_id,from_m,minutes,speed_kmh\n1,3,0-60,5\n", "line 2"),
      ("way_id,from_m,to_m,minutes,speed_kmh\n1,-3,5,0-60,5\n", "line 2"),
      ("way_id,from_m,to_m,minutes,speed_kmh\n1,3,inf,0-60,5\n", "line 2"),
    ])
  func refused(_ text: String, _ place: String) {
    do throws(TextError) {
      let feed = try Self.feed(text)
      Issue.record("\(text) is read: \(feed.records)")
    } catch { #expect("\(error)".contains(place), "\(error)") }
  }

  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      "A---------C", metresPerCell: 100, ways: ["AC": "highway=primary"]
    ).build()
  }

  @Test(
    "roads with the same course share a profile; where records overlap, the lowest speed counts")
  func placed() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let way = try roads.drawing.way("AC")
    let rush = [Self.time(0, 10_080, 1_000), Self.time(480, 540, 250)]
    let half = [Self.time(0, 10_080, 500), Self.time(480, 540, 125)]
    let placement = try await UsualPlacer.place(
      [
        UsualRecord(.way(way, .forward, metres: nil), times: rush),
        UsualRecord(.way(way, .backward, metres: nil), times: half),
        UsualRecord(.way(way + 999, .both, metres: nil), times: half),
        UsualRecord(.unsupported(.turn), times: half),
        UsualRecord(.point(try roads.drawing.place("A"), headingDegrees: 0), times: half),
      ], on: map)
    #expect(placement.unplaced.map(\.record) == [2, 3, 4])
    #expect(placement.unplaced.map(\.reason) == [.unknownWay, .turn, .unclearPoint])
    let course = WeekProfile([
      .init(minute: 0, share: 250), .init(minute: 480, share: 63), .init(minute: 540, share: 250),
    ])
    #expect(placement.profiles == [course])
    #expect(Set(placement.pieces.map(\.speed)) == [500, 1_000])
    #expect(placement.pieces.allSatisfy { $0.isWhole && $0.profile == 0 })
    let overlapping = try await UsualPlacer.place(
      [
        UsualRecord(.way(way, .forward, metres: nil), times: rush),
        UsualRecord(.way(way, .forward, metres: 0...300), times: [Self.time(500, 600, 200)]),
      ], on: map)
    let low = try #require(overlapping.pieces.first)
    #expect(low.from == 0 && abs(Double(low.to) / 65_535 * 1_000 - 300) < 5)
    #expect(
      overlapping.profiles.contains(
        WeekProfile([
          .init(minute: 0, share: 250), .init(minute: 480, share: 63),
          .init(minute: 500, share: 50), .init(minute: 600, share: 250),
        ])))
    #expect(overlapping.pieces.count == 2)
    let speeds = try overlapping.speeds(map: map.id, version: 4)
    #expect(speeds.version == 4 && speeds.profileCount == 2)
  }

  @Test("a speed above the maximum counts as that; records without a time are counted")
  func oddTimes() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let way = try roads.drawing.way("AC")
    let placement = try await UsualPlacer.place(
      [
        UsualRecord(
          .way(way, .forward, metres: nil),
          times: [Self.time(0, 100, 6_000), Self.time(0, 50, 0), Self.time(60, 50, 30)]),
        UsualRecord(.way(way, .backward, metres: nil), times: []),
        UsualRecord(.way(way, .backward, metres: nil), times: [Self.time(100, 50, 300)]),
        UsualRecord(.way(way, .backward, metres: nil), times: [Self.time(0, 50, 0)]),
        UsualRecord(.way(way, .backward, metres: nil), times: [Self.time(10_080, .max, 300)]),
        UsualRecord(.way(way, [], metres: nil), times: [Self.time(0, 50, 300)]),
      ], on: map)
    #expect(placement.pieces.map(\.speed) == [5_000])
    #expect(placement.unplaced.map(\.record) == [1, 2, 3, 4, 5])
    #expect(placement.unplaced.allSatisfy { $0.reason == .empty })
    let speeds = try placement.speeds(map: map.id, version: 1)
    #expect(
      speeds.profile(0).runs == [.init(minute: 0, share: 250), .init(minute: 100, share: 0)])
  }
}

import Geo
import JSON
import Testing
import Traffic

@testable import TrafficIO

/// Features of several lines, as ogr2ogr writes every line.
@Suite struct MultiLineStringTests {
  /// Two lines with a gap between them.
  private static let lines = "[[[7.5,43.5],[7.25,43.25]],[],[[7,43],[6.75,42.75,9],[6.5,42.5]]]"

  private static func line(_ degrees: (Int32, Int32)...) -> [Coordinate] {
    degrees.map {
      Coordinate(latitudeUnits: $0.0 * 100_000, longitudeUnits: $0.1 * 100_000)
    }
  }

  private static let first = line((4350, 750), (4325, 725))
  private static let last = line((4300, 700), (4275, 675), (4250, 650))

  private static func feed(_ text: String) throws(TextError) -> TrafficFeed {
    var source = ByteSource(bytes: Array(text.utf8), name: "feed")
    return try TrafficFeed(&source)
  }

  private static func feature(
    _ coordinates: String, _ properties: String, type: String = "MultiLineString"
  ) -> String {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"\#(type)","#
      + #""coordinates":\#(coordinates)}}"#
  }

  @Test("each line is a record, also if the coordinates stand before the type")
  func records() throws {
    let expected = [Self.first, Self.last].map { TrafficRecord(.line($0), speedKmh: 12) }
    for text in [
      Self.feature(Self.lines, #""speed_kmh":12"#),
      #"{"geometry":{"coordinates":\#(Self.lines),"type":"MultiLineString"},"speed_kmh":12}"#,
    ] {
      let feed = try Self.feed("\n" + text)
      #expect(feed.records == expected && feed.lines == [2, 2])
    }
    let single = try Self.feed(Self.feature("[[[7.5,43.5],[7.25,43.25]]]", #""speed_kmh":12"#))
    #expect(single.records == [TrafficRecord(.line(Self.first), speedKmh: 12)])
  }

  @Test("a delay is that of the whole: it is at the end in each direction")
  func delays() throws {
    let (first, last) = (Self.first, Self.last)
    let there = [(first, 0), (last, 90)] as [([Coordinate], Double)]
    let back = [(last.reversed(), 0), (first.reversed(), 90)] as [([Coordinate], Double)]
    for (direction, lines) in [("forward", there), ("backward", back), ("both", there + back)] {
      let feed = try Self.feed(
        Self.feature(Self.lines, #""speed_kmh":30,"delay_s":90,"direction":"\#(direction)""#))
      #expect(
        feed.records
          == lines.map { TrafficRecord(.line($0.0), speedKmh: 30, delaySeconds: $0.1) },
        "\(direction)")
    }
  }

  @Test("coordinates that are not lines refuse the feed")
  func refusals() {
    for (coordinates, words) in [
      ("[[7.5,43.5],[7.25,43.25]]", "not an array of points"),
      ("[[[7.5,43.5],[7.25,43.25]],[7,43]]", "not an array of points"),
      ("[[[7.5,43.5],7]]", "not longitude and latitude"),
      ("[[[7.5,43.5],[181,43]]]", "not longitude and latitude"),
      ("[[[[7.5,43.5],[7,43]]]]", "not longitude and latitude"),
      ("[7]", "not longitude and latitude"),
      ("[[[7.5,43.5],[7.25,43.25]],[[7,43]]]", "single point"),
    ] {
      #expect(refusal(Self.feature(coordinates, #""closed":"all""#)).contains(words), "\(words)")
    }
  }

  @Test("all lines together have at most 100,000 points; other geometries may have more")
  func manyPoints() throws {
    let half = "[" + Array(repeating: "[7.5,43.5]", count: 50_000).joined(separator: ",") + "]"
    let feed = try Self.feed(Self.feature("[\(half),\(half)]", #""speed_kmh":12"#))
    #expect(feed.records.count == 2)
    let more = "[\(half),\(half),[[7,43],[7,44]]]"
    #expect(refusal(Self.feature(more, #""speed_kmh":12"#)).contains("more than 100000 points"))
    let polygon = try Self.feed(Self.feature(more, #""speed_kmh":12"#, type: "Polygon"))
    #expect(polygon.records == [TrafficRecord(.unsupported(.geometry), speedKmh: 12)])
  }

  /// The refusal of a feed; empty if it is read.
  private func refusal(_ text: String) -> String {
    do throws(TextError) {
      _ = try Self.feed(text)
      return ""
    } catch { return "\(error)" }
  }
}

import Geo
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Points of DATEX II, and flags written as digits.
extension DatexTests {
  private static func point(_ name: String, _ latitude: String, _ longitude: String) -> String {
    "<\(name)><pointCoordinates><latitude>\(latitude)</latitude>"
      + "<longitude>\(longitude)</longitude></pointCoordinates></\(name)>"
  }

  @Test("a framed point is that point, not the road between those that frame it")
  func framedPoints() throws {
    let frame = Self.point("to", "43.25", "7.25") + Self.point("from", "43.75", "7.75")
    func places(_ body: String) throws -> [TrafficRecord.Place] {
      let location = "<tpegPointLocation>\(body)</tpegPointLocation>"
      return try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    let place = TrafficRecord.Place.point(
      Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000), headingDegrees: nil)
    let framed = Self.point("framedPoint", "43.5", "7.5")
    #expect(try places(framed + frame) == [place])
    #expect(try places(frame + framed) == [place])
    // A framed point may be told by names alone.
    #expect(
      try places("<framedPoint><name>Bridge</name></framedPoint>" + frame)
        == [.unsupported(.noPlace)])
  }

  @Test("a point that is about both directions, and an open bridge, stand for the road there")
  func bothWays() throws {
    let place = Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000)
    func places(_ what: String, _ direction: String) throws -> [TrafficRecord.Place] {
      let location =
        "<tpegPointLocation><tpegDirection>\(direction)</tpegDirection>"
        + Self.point("point", "43.5", "7.5") + "</tpegPointLocation>"
      return try Self.feed(Self.situation(Self.management, what, location: location))
        .records.map(\.place)
    }
    let bridge =
      "<generalNetworkManagementType>bridgeSwingInOperation</generalNetworkManagementType>"
    #expect(try places(Self.closed, "bothWays") == [.road(at: place)])
    #expect(try places(Self.closed, "northBound") == [.point(place, headingDegrees: nil)])
    #expect(try places(bridge, "northBound") == [.road(at: place)])
  }

  @Test("a place is about both directions by any of the elements that say so")
  func bothDirections() throws {
    let point = Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000)
    let end = Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 72_500_000)
    func places(_ element: String, _ word: String, _ location: String) throws
      -> [TrafficRecord.Place]
    {
      let direction = "<direction><\(element)>\(word)</\(element)></direction>"
      return try Self.feed(
        Self.situation(Self.management, Self.closed, location: direction + location)
      ).records.map(\.place)
    }
    let words: [(element: String, both: [String], one: [String])] = [
      ("alertCDirectionCoded", ["both"], ["positive", "negative", "unknown"]),
      ("alertCAffectedDirection", ["both"], ["aligned", "opposite"]),
      ("directionRelativeAtPoint", ["both"], ["aligned", "opposite", "unknown"]),
      ("directionRelativeOnLinearSection", ["both"], ["aligned", "opposite", "unknown"]),
      ("directionAtPoint", ["bothWays", "allDirections"], ["northBound", "unknown"]),
      ("directionBoundAtPoint", ["bothWays", "allDirections"], ["opposite"]),
      ("directionOnLinearSection", ["bothWays", "allDirections"], ["clockwise"]),
      ("directionBoundOnLinearSection", ["bothWays", "allDirections"], ["other"]),
    ]
    let coordinates = Self.point("pointByCoordinates", "43.5", "7.5")
    for (element, both, one) in words {
      for word in both {
        #expect(
          try places(element, word, Self.line) == [.line([point, end]), .line([end, point])])
        #expect(try places(element, word, coordinates) == [.road(at: point)])
      }
      for word in one {
        #expect(try places(element, word, Self.line) == [.line([point, end])])
        #expect(
          try places(element, word, coordinates) == [.point(point, headingDegrees: nil)])
      }
    }
  }

  @Test("the coordinates of a referent are not those of a place some distance along from it")
  func referents() throws {
    func end(_ name: String, _ latitude: String) -> String {
      let referent = Self.point("fromReferent", latitude, "7.5")
      return "<\(name)><distanceAlong>450</distanceAlong>\(referent)</\(name)>"
    }
    let road =
      "<linearElement>" + Self.point("startPointOfLinearElement", "43", "7")
      + Self.point("endPointOfLinearElement", "44", "8") + "</linearElement>"
    let location =
      "<linearWithinLinearElement>\(road)\(end("fromPoint", "43.5"))\(end("toPoint", "43.25"))"
      + "</linearWithinLinearElement>"
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    #expect(try places(location) == [.unsupported(.noPlace)])
    #expect(try places(location + Self.line) == [Self.linePlace])
  }

  @Test("a referent at a distance of 0 is the place; both ends of a stretch have to be at one")
  func referentsAtZero() throws {
    func end(_ name: String, _ distance: String, _ latitude: String) -> String {
      "<\(name)><distanceAlong>\(distance)</distanceAlong>"
        + Self.point("fromReferent", latitude, "7.5") + Self.point("towardsReferent", "45", "7.5")
        + "</\(name)>"
    }
    func stretch(_ direction: String, _ first: String, _ last: String) -> String {
      "<linearWithinLinearElement><directionRelativeOnLinearSection>\(direction)"
        + "</directionRelativeOnLinearSection><linearElement/>" + end("fromPoint", first, "43.5")
        + end("toPoint", last, "43.25") + "</linearWithinLinearElement>"
    }
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    let from = Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000)
    let to = Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 75_000_000)
    let there = TrafficRecord.Place.stretch(from: from, to: to)
    let back = TrafficRecord.Place.stretch(from: to, to: from)
    #expect(try places(stretch("aligned", "0", "0")) == [there])
    #expect(try places(stretch("", "0.0", "0")) == [there])
    #expect(try places(stretch("opposite", "0", "0")) == [back])
    #expect(try places(stretch("both", "0", "0")) == [there, back])
    for (first, last) in [("0", "10"), ("10", "0"), ("0", ""), ("-1", "0"), ("x", "0")] {
      #expect(try places(stretch("aligned", first, last)) == [.unsupported(.noPlace)])
    }
    #expect(try places(stretch("aligned", "0", "0") + Self.line) == [Self.linePlace])
    func point(_ distance: String) -> String {
      "<pointAlongLinearElement><linearElement/>"
        + end("distanceAlongLinearElement", distance, "43.5") + "</pointAlongLinearElement>"
    }
    #expect(try places(point("0")) == [.point(from, headingDegrees: nil)])
    #expect(try places(point("10")) == [.unsupported(.noPlace)])
    // The distance of one place is not that of the next.
    let unknown =
      "<distanceAlongLinearElement>" + Self.point("fromReferent", "43.5", "7.5")
      + "</distanceAlongLinearElement>"
    #expect(
      try places(point("0") + unknown.replacing("43.5", with: "43"))
        == [.point(from, headingDegrees: nil)])
    #expect(
      try places(stretch("aligned", "0", "") + unknown) == [.unsupported(.noPlace)])
  }

  @Test("several points of a place are one: by coordinates, otherwise of TPEG, otherwise of OpenLR")
  func samePoint() throws {
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    func at(_ latitudeUnits: Int32) -> [TrafficRecord.Place] {
      [
        .point(
          Coordinate(latitudeUnits: latitudeUnits, longitudeUnits: 75_000_000), headingDegrees: nil)
      ]
    }
    let plain = Self.point("pointByCoordinates", "43.5", "7.5")
    let tpeg = "<tpegPointLocation>" + Self.point("point", "43.25", "7.5") + "</tpegPointLocation>"
    let openLR =
      "<openlrPointLocationReference><openlrGeoCoordinate><openlrCoordinate>"
      + "<latitude>43.75</latitude><longitude>7.5</longitude></openlrCoordinate>"
      + "</openlrGeoCoordinate></openlrPointLocationReference>"
    for location in [plain + tpeg + openLR, openLR + tpeg + plain, tpeg + plain, plain] {
      #expect(try places(location) == at(435_000_000), "\(location)")
    }
    for location in [tpeg + openLR, openLR + tpeg, tpeg] {
      #expect(try places(location) == at(432_500_000), "\(location)")
    }
    #expect(try places(openLR) == at(437_500_000))
    // The points that frame a place do not count, even if it is told by names alone.
    let frame =
      "<tpegPointLocation><framedPoint><name>Bridge</name></framedPoint>"
      + Self.point("to", "43", "7.5") + Self.point("from", "44", "7.5") + "</tpegPointLocation>"
    #expect(try places(frame + plain) == at(435_000_000))
  }

  @Test("one end of a stretch is not a place", arguments: ["from", "to"])
  func singleEnds(_ end: String) throws {
    let location =
      "<tpegLinearLocation><other><name>Junction</name></other>"
      + Self.point(end, "43.5", "7.5") + "</tpegLinearLocation>"
    #expect(
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place) == [.unsupported(.noPlace)])
  }

  @Test("a point of a destination is not a place of the situation")
  func destinations() throws {
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    let town =
      "<pointLocation>" + Self.point("pointByCoordinates", "43", "7") + "<supplementary>"
      + "<carriageway><carriageway>exitSlipRoad</carriageway></carriageway></supplementary>"
      + "</pointLocation>"
    for name in ["destination", "routeDestination"] {
      let destination = "<\(name)>\(town)</\(name)>"
      #expect(try places(destination) == [.unsupported(.noPlace)])
      #expect(
        try places(destination + Self.point("pointByCoordinates", "43.5", "7.5"))
          == [
            .point(
              Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
              headingDegrees: nil)
          ])
      #expect(try places(destination + Self.line) == [Self.linePlace])
      let records = try Self.feed(
        Self.situation(Self.management, Self.closed, location: destination + Self.line)
      ).records
      #expect(records.map(\.closure) == [.all])
    }
  }

  @Test("a record is over if its flag says so, in a word or a digit", arguments: ["true", "1"])
  func flags(_ flag: String) throws {
    for (name, flag, count) in [("end", flag, 0), ("cancel", flag, 0), ("end", "0", 1)] {
      let cycle = "<lifeCycleManagement><\(name)>\(flag)</\(name)></lifeCycleManagement>"
      let records = try Self.feed(Self.situation(Self.management, Self.closed + cycle)).records
      #expect(records.count == count)
    }
  }
}

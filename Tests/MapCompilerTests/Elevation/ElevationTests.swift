import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import MapCompiler

/// The elevation of a map is that of the hills under its roads, within what roads can be.
@Suite struct ElevationTests {
  /// The elevation of the edge between two letters that follow each other at junctions.
  private static func edge(
    _ map: NavMap, _ drawing: AsciiMap, _ from: Character, _ to: Character
  ) throws -> EdgeElevation? {
    for edge in map.edgeNumbers {
      let nodes = try map.nodeIDs(ofEdge: map.edgeID(edge))
      if nodes.first == (try drawing.node(from)), nodes.last == (try drawing.node(to)) {
        return try map.elevation(ofEdge: map.edgeID(edge))
      }
    }
    return nil
  }

  @Test("on a slope every point has its height, and edges climb one way and descend the other")
  func slope() async throws {
    // 4 % towards the east, 1 % towards the north: whole metres are too coarse only by half a metre.
    let plane = { (north: Double, east: Double) in 500 + 0.01 * north + 0.04 * east }
    let hills = try HeightFolder { Int16(plane($0, $1).rounded()) }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      """
      A---b---C
              |
              d
              |
              E-f-G
      """,
      metresPerCell: 100,
      ways: ["AbC": "highway=primary", "CdE": "highway=service", "EfG": "highway=path"])
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    #expect(map.hasElevation)
    for (from, to, letters) in [("A", "C", "AbC"), ("C", "E", "CdE"), ("E", "G", "EfG")]
      as [(Character, Character, String)]
    {
      let there = try #require(try Self.edge(map, drawing, from, to))
      let back = try #require(try Self.edge(map, drawing, to, from))
      for (letter, height) in zip(letters, there.heightsDecimetres) {
        let (north, east) = HeightFolder.place(try drawing.place(String(letter)))
        // Half a metre of the grid, half a metre of the file.
        #expect(abs(Double(height) / 10 - plane(north, east)) < 1.1, "\(letter): \(height)")
      }
      #expect(there.heightsDecimetres.count == letters.count)
      #expect(back.heightsDecimetres == there.heightsDecimetres.reversed())
      #expect(back.ascentDecimetres == there.descentDecimetres)
      #expect(back.maximumUphillPercent == there.maximumDownhillPercent)
      let rise = there.heightsDecimetres[letters.count - 1] - there.heightsDecimetres[0]
      #expect(there.ascentDecimetres - there.descentDecimetres == rise)
    }
    let east = try #require(try Self.edge(map, drawing, "A", "C"))
    #expect(abs(east.ascentDecimetres - 320) <= 12 && 3...6 ~= east.maximumUphillPercent)
  }

  @Test("on rough ground no point of a winding path is more than half a metre from the grid")
  func rough() async throws {
    // Up to 9 % from point to point, less than what paths may have.
    func metres(_ row: Int, _ column: Int) -> Int {
      600 + abs(row &* 7_919 &+ column &* 104_729 &+ row &* column) % 6
    }
    let step = Distance.metresPerUnit * Coordinate.unitsPerDegree / 1_200
    let narrow = step * Trigonometry.cosine(units: 470_000_000)
    let hills = try HeightFolder { north, east in
      Int16(metres(Int((north / step).rounded()), Int((east / narrow).rounded())))
    }
    defer { withExtendedLifetime(hills) {} }
    func grid(_ place: Coordinate) -> Double {
      let (north, east) = HeightFolder.place(place)
      let (y, x) = (north / step, east / narrow)
      let (row, column) = (Int(y.rounded(.down)), Int(x.rounded(.down)))
      let (up, right) = (y - Double(row), x - Double(column))
      let south =
        Double(metres(row, column)) * (1 - right) + Double(metres(row, column + 1)) * right
      let top =
        Double(metres(row + 1, column)) * (1 - right) + Double(metres(row + 1, column + 1)) * right
      return south * (1 - up) + top * up
    }
    let drawing = AsciiMap(
      """
      A-b   e-f   i-j   m-N
        |   | |   | |   |
        c---d g---h k---l
      """,
      metresPerCell: 35, ways: ["AbcdefghijklmN": "highway=path"])
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    let edge = try #require(try Self.edge(map, drawing, "A", "N"))
    #expect(edge.heightsDecimetres.count == 14)
    var rises: Int32 = 0
    for (letter, height) in zip("AbcdefghijklmN", edge.heightsDecimetres) {
      let wanted = grid(try drawing.place(String(letter)))
      #expect(abs(Double(height) / 10 - wanted) < 0.52, "\(letter): \(height), \(wanted)")
    }
    for (a, b) in zip(edge.heightsDecimetres, edge.heightsDecimetres.dropFirst()) {
      rises += max(b - a, 0)
    }
    #expect(rises > 20 && edge.ascentDecimetres >= rises)
  }

  @Test("across a cliff no road is steeper than its class can be, unless a tag says so")
  func cliff() async throws {
    let hills = try HeightFolder { _, east in east < 1_000 ? 400 : 900 }
    defer { withExtendedLifetime(hills) {} }
    let cases: [(tags: AsciiMap.Tags, maximum: Int)] = [
      ("highway=motorway", 8), ("highway=primary", 15), ("highway=service", 25),
      ("highway=track", 30), ("highway=primary incline=60%", 60),
      ("highway=path", 45), ("highway=path motor_vehicle=yes", 35),
      ("highway=primary incline=-18.5%", 19), ("highway=primary incline=up", 15),
      ("highway=primary incline=45°", 100),
    ]
    for (tags, maximum) in cases {
      // The cliff is at d, between points 50 m apart.
      let drawing = AsciiMap(
        "A-----------------bcdef-----------------C", metresPerCell: 50, ways: ["AbcdefC": tags])
      let map = try await drawing.build(options: .withElevation(hills)).built.map
      let edge = try #require(try Self.edge(map, drawing, "A", "C"))
      // The steepest stretch is as long as a cell of the grid, 63 m, and a grade is measured over 100 m.
      let percent = (4 * maximum / 5)...maximum
      #expect(percent.contains(Int(edge.maximumUphillPercent)), "\(tags.pairs): \(edge)")
      #expect(edge.maximumDownhillPercent <= 1)
      // Also over less, but for the rounding of both heights.
      let near = edge.heightsDecimetres.dropFirst().dropLast()
      let most = Double(maximum) / 100 * 50 + 1.1
      for (low, high) in zip(near, near.dropFirst()) {
        #expect(Double(high - low) / 10 <= most, "\(tags.pairs): \(edge)")
      }
    }
  }

  @Test("a signed grade counts where the grid knows of less, and changes no height")
  func signed() async throws {
    let hills = try HeightFolder { _, east in east > 900 ? 690 : 700 }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      "A---B---C---D", metresPerCell: 100,
      ways: [
        "AB": "highway=primary incline=12% hgv=yes", "BC": "highway=primary",
        "CD": "highway=primary incline=-10%",
      ])
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    let level = try #require(try Self.edge(map, drawing, "A", "B"))
    #expect(level.heightsDecimetres == [7_000, 7_000] && level.ascentDecimetres == 0)
    #expect(level.maximumUphillPercent == 12 && level.maximumDownhillPercent == 0)
    #expect(try Self.edge(map, drawing, "B", "C")?.maximumUphillPercent == 0)
    let falling = try #require(try Self.edge(map, drawing, "C", "D"))
    #expect(falling.maximumUphillPercent == 0 && falling.maximumDownhillPercent == 10)
    #expect(try Self.edge(map, drawing, "D", "C")?.maximumUphillPercent == 10)
  }

  @Test("where the grid is level, the sign of the tag decides which way a road falls")
  func levelGrid() async throws {
    let hills = try HeightFolder { _, east in east < 300 ? 700 : 702 }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      "A---B---C---D", metresPerCell: 100,
      ways: [
        "AB": "highway=residential incline=-12%", "BC": "highway=residential incline=-12%",
        "DC": "highway=residential incline=9%",
      ])
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    // The grid rises along AB, whatever the tag says.
    let rising = try #require(try Self.edge(map, drawing, "A", "B"))
    #expect(rising.maximumUphillPercent == 12)
    let level = try #require(try Self.edge(map, drawing, "B", "C"))
    #expect(level.maximumUphillPercent == 0 && level.maximumDownhillPercent == 12)
    let back = try #require(try Self.edge(map, drawing, "C", "D"))
    #expect(back.maximumUphillPercent == 0 && back.maximumDownhillPercent == 9)
  }

  @Test("a grade is measured over a hundred metres, or over a segment that is shorter")
  func gradeLength() async throws {
    // Each point of the grid is 6 m higher or lower than the next, 63 m away: between two of them it is 10 %.
    let hills = try HeightFolder { _, east in
      Int((east / 63.2).rounded()).isMultiple(of: 2) ? 600 : 606
    }
    defer { withExtendedLifetime(hills) {} }
    let long = AsciiMap("A---------B", metresPerCell: 100, ways: ["AB": "highway=primary"])
    let noisy = try await long.build(options: .withElevation(hills)).built.map
    let edge = try #require(try Self.edge(noisy, long, "A", "B"))
    #expect(edge.ascentDecimetres > 200)
    #expect(edge.maximumUphillPercent <= 6 && edge.maximumDownhillPercent <= 6, "\(edge)")

    let ramp = try HeightFolder { _, east in Int16((500 + 0.1 * east).rounded()) }
    defer { withExtendedLifetime(ramp) {} }
    let short = AsciiMap("A--B", metresPerCell: 20, ways: ["AB": "highway=primary"])
    let steep = try await short.build(options: .withElevation(ramp)).built.map
    let whole = try #require(try Self.edge(steep, short, "A", "B"))
    #expect(9...11 ~= whole.maximumUphillPercent && whole.maximumDownhillPercent == 0)
  }

  @Test("bridges and tunnels of several ways run straight between their ends; ferries are level")
  func straight() async throws {
    // A gorge of 300 m between 300 and 700 m to the east, and a slope of 5 % beside it.
    let hills = try HeightFolder { _, east in
      300 < east && east < 700 ? 200 : Int16((500 + 0.05 * east).rounded())
    }
    defer { withExtendedLifetime(hills) {} }
    for structure in ["bridge=yes", "tunnel=yes"] {
      let drawing = AsciiMap(
        "A--B-c-D--E-F--G", metresPerCell: 80,
        ways: [
          "AB": "highway=primary", "BcD": .init("highway=primary " + structure),
          "DE": .init("highway=primary lanes=2 " + structure), "EF": "highway=primary",
          "FG": "highway=primary",
        ])
      let map = try await drawing.build(options: .withElevation(hills)).built.map
      let first = try #require(try Self.edge(map, drawing, "B", "D")).heightsDecimetres
      let second = try #require(try Self.edge(map, drawing, "D", "E")).heightsDecimetres
      let (start, end) = (Double(first[0]), Double(second[1]))
      // B, c, D and E are 240, 400, 560 and 800 m to the east.
      #expect(abs(start - 5_120) < 12 && abs(end - 5_400) < 12)
      #expect(first.count == 3 && first[2] == second[0])
      // The file has half metres, and what lies within 45 cm is straight.
      #expect(abs(Double(first[1]) - (start + (end - start) * 160 / 560)) <= 5)
      #expect(abs(Double(first[2]) - (start + (end - start) * 320 / 560)) <= 3)
    }
    let drawing = AsciiMap(
      "A-B-----c---D-E", metresPerCell: 80,
      ways: ["AB": "highway=primary", "BcD": "route=ferry", "DE": "highway=primary"])
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    let ferry = try #require(try Self.edge(map, drawing, "B", "D"))
    #expect(ferry.ascentDecimetres <= 9 && ferry.maximumUphillPercent == 0)
  }

  @Test("where heights are missing nothing is known, and the rest of the map is not disturbed")
  func missing() async throws {
    let hills = try HeightFolder { _, east in east > 20_000 ? HeightFolder.void : 700 }
    defer { withExtendedLifetime(hills) {} }
    // The direction of the road into the unknown makes no difference.
    for way in ["BC", "CB"] {
      let drawing = AsciiMap(
        "A--B-----------C", metresPerCell: 3_000,
        ways: [("AB", "highway=primary"), (way, "highway=primary")])
      let built = try await drawing.build(options: .withElevation(hills)).built
      #expect(try Self.edge(built.map, drawing, "A", "B")?.heightsDecimetres == [7_000, 7_000])
      #expect(try Self.edge(built.map, drawing, "B", "C") == nil)
      #expect(built.report.elevation?.unknownSegments == 1)
      // The road runs along the border of two degrees, and where one knows nothing the other is asked.
      #expect(built.report.elevation?.files == ["N46E008", "N47E008"])
    }
  }

  @Test("a road across a wide void has no heights, one across a narrow one has; both are counted")
  func voids() async throws {
    let hills = try HeightFolder { _, east in
      3_000..<3_500 ~= east || 10_500..<13_500 ~= east ? HeightFolder.void : 700
    }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      "A----B----C----D", metresPerCell: 1_000,
      ways: ["AB": "highway=primary", "BC": "highway=primary", "CD": "highway=primary"])
    let built = try await drawing.build(options: .withElevation(hills)).built
    #expect(try Self.edge(built.map, drawing, "A", "B")?.heightsDecimetres == [7_000, 7_000])
    #expect(try Self.edge(built.map, drawing, "B", "C")?.heightsDecimetres == [7_000, 7_000])
    #expect(try Self.edge(built.map, drawing, "C", "D") == nil)
    let report = try #require(built.report.elevation)
    #expect(report.unknownSegments == 1)
    // 500 m in the narrow void, and at the borders of the wide one; the rest of its 3 km is unknown.
    #expect(15...60 ~= report.filledPlaces && 70...110 ~= report.unknownPlaces, "\(report)")
    // Whichever way the road across the void is drawn, its dead end loses the height.
    let other = AsciiMap(
      "A----B----C----D", metresPerCell: 1_000,
      ways: ["AB": "highway=primary", "BC": "highway=primary", "DC": "highway=primary"])
    let map = try await other.build(options: .withElevation(hills)).built.map
    #expect(try Self.edge(map, other, "B", "C")?.heightsDecimetres == [7_000, 7_000])
    #expect(try Self.edge(map, other, "C", "D") == nil)
  }

  @Test("files may lie in a folder for each degree of latitude")
  func folders() async throws {
    let folder = try TemporaryFolder()
    for latitude in [46, 47] {
      folder.makeFolder("N\(latitude)")
      let heights = HeightFolder.file(latitude: latitude, longitude: 8) { _, _ in 700 }
      _ = try folder.write(heights, "N\(latitude)/N\(latitude)E008.hgt")
    }
    var options = MapCompiler.Options()
    options.elevation = folder.path
    let drawing = AsciiMap("A---B", metresPerCell: 100, ways: ["AB": "highway=primary"])
    let map = try await drawing.build(options: options).built.map
    #expect(try Self.edge(map, drawing, "A", "B")?.heightsDecimetres == [7_000, 7_000])
  }

  @Test(
    "a folder that is missing, has no file of the map or a damaged one ends the build with a line")
  func refusals() async throws {
    let input = try AsciiMap("A-B", ways: ["AB": "highway=primary"]).xml()
    let empty = try TemporaryFolder()
    let damaged = try TemporaryFolder()
    let file = try damaged.write([1, 2, 3], "N47E008.hgt")
    let cases: [(folder: String, line: String)] = [
      ("/nowhere", "/nowhere: no such folder of .hgt or .tif files"),
      (empty.path, "\(empty.path): has none of the files that the map needs, such as N47E008.hgt"),
      (damaged.path, "\(file): 3 bytes of heights; a file of SRTM has 2884802 or 25934402"),
    ]
    for (folder, line) in cases {
      var options = MapCompiler.Options()
      options.elevation = folder
      let error = await #expect(throws: CompileError.self) {
        _ = try await BuiltMap(xml: input, options: options)
      }
      #expect(error?.description == line)
    }
  }

  /// Hills without any order, up to 200 m from point to point.
  private static func wild() throws -> HeightFolder {
    var random = SeededGenerator(seed: 11)
    return try HeightFolder { _, _ in Int16(random.next() % 200) + 300 }
  }

  @Test("on wild hills all streets keep to the grades of their classes, in every tile")
  func wildHills() async throws {
    let folder = try TemporaryFolder()
    let classes = ["motorway", "primary", "tertiary", "residential", "track"]
    let most = [8, 15, 20, 25, 30]
    var grid = StreetGrid(rows: 50, columns: 50)
    grid.rowClass = { classes[$0 % classes.count] }
    let input = try folder.write(Array(grid.xml.utf8), "grid.osm")
    let hills = try Self.wild()
    defer { withExtendedLifetime(hills) {} }
    let map = try await BuiltMap(file: input, options: .withElevation(hills)).map
    try map.verify()
    var (reader, steep) = (ElevationReader(map), 0)
    for edge in map.edgeNumbers {
      let id = map.edgeID(edge)
      let place = try #require(try map.place(ofEdge: id))
      let tile = try map.tile(place.tile)
      let road = tile.attributes(row: tile.attributeRow(tile.way(place.segment)))
      let limit =
        switch road.roadClass {
        case .motorway: most[0]
        case .primary: most[1]
        case .tertiary: most[2]
        case .residential: most[3]
        case .track: most[4]
        default: 0
        }
      let known = try #require(try reader.elevation(along: place))
      let heights = known.heightsDecimetres
      let rise = Double(heights[heights.count - 1] - heights[0]) / 10
      // Both ends are rounded to half a metre.
      #expect(abs(rise) <= Double(limit) / 100 * Double(tile.length(place.segment)) / 100 + 0.51)
      #expect(Int(known.maximumUphillPercent) <= limit)
      if 2 * Int(known.maximumUphillPercent) > limit { steep += 1 }
    }
    #expect(steep > 1_000)
  }

  @Test(
    "a map of several tiles is the same for any number of threads, and without elevation as ever")
  func threads() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(StreetGrid(rows: 70, columns: 70).xml.utf8), "grid.osm")
    let hills = try Self.wild()
    defer { withExtendedLifetime(hills) {} }
    var maps: [BuiltMap] = []
    for threads in [1, 3] {
      var options = MapCompiler.Options.withElevation(hills)
      options.threads = threads
      maps.append(try await BuiltMap(file: input, options: options))
    }
    #expect(maps[0].map.tileCount > 1)
    #expect(maps[0].fileBytes == maps[1].fileBytes && !maps[0].fileBytes.isEmpty)
    let without = try await BuiltMap(file: input).map
    let with = maps[0].map
    #expect(!without.hasElevation && with.hasElevation)
    #expect(with.header.optional == without.header.optional | FileHeader.elevationFeature)
    // Trucks pay for grades; cars do not.
    let differing: Set<SectionID> = [.elevation, .tileDirectory, .metric(MetricProfile(.truck))]
    for id in SectionID.allCases where !differing.contains(id) {
      #expect(with.sections[id]?.check == without.sections[id]?.check, "\(id.name)")
    }
  }
}

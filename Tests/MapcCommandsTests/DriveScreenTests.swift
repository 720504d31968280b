import Bytes
import Guidance
import Navigation
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// The view of a drive on a terminal.
@Suite struct DriveScreenTests {
  /// What stands on a terminal after some bytes: lines of text, the cursor, and the few sequences that views use.
  private struct Terminal {
    var lines = [""]
    var row = 0
    var column = 0

    mutating func write(_ text: String) {
      var rest = Substring(text)
      while let scalar = rest.first {
        rest = rest.dropFirst()
        switch scalar {
        case "\r\n": (row, column) = (row + 1, 0)
        case "\r": column = 0
        // A terminal that maps line feeds: what programs usually write to.
        case "\n": (row, column) = (row + 1, 0)
        case "\u{1B}":
          let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
          act(String(rest[..<end].dropFirst()), rest[end])
          rest = rest[rest.index(after: end)...]
        default:
          var line = Array(lines[row])
          while line.count <= column { line.append(" ") }
          line[column] = scalar
          lines[row] = String(line)
          column += 1
        }
        while lines.count <= row { lines.append("") }
      }
    }

    private mutating func act(_ number: String, _ letter: Character) {
      switch letter {
      case "A": row -= Int(number) ?? 1
      case "J":
        lines[row] = String(lines[row].prefix(column))
        lines.removeSubrange((row + 1)...)
      default: break
      }
    }
  }

  private static let town = AsciiMap(
    """
    A---B---C
        |
        D---E
    """, metresPerCell: 100,
    ways: [
      "AB": """
      highway=primary name=Main~Street maxspeed=50 lanes=3 lanes:forward=2 \
      turn:lanes:forward=through|right
      """,
      "BC": "highway=primary name=Main~Street", "BD": "highway=primary name=Side~Street",
      "DE": "highway=primary name=Back~Street",
    ])

  /// The progress at each fix of a drive from A to E.
  private static func drive() async throws -> [TripProgress] {
    let roads = try await town.build()
    var options = RouteRequest.Options()
    options.steps = true
    let route = try await roads.response(from: "A", to: "E", .car, options)
    var trip = try #require(Trip(route, vehicle: .car))
    var drive = SimulatedDrive(DriveSimulator(route, options: .init(noiseMetres: 0)))
    var found: [TripProgress] = []
    while let events = drive.next(of: &trip, answering: { .failure($0.id, .cancelled) }) {
      for case .progress(let progress) in events { found.append(progress) }
    }
    return found
  }

  private static func screen(
    _ size: @escaping () -> StandardStream.TerminalSize? = { nil }
  ) -> DriveScreen {
    DriveScreen(Instructions(language: .english, units: .metric), zone: nil, size: size)
  }

  @Test("a view tells the next two maneuvers, the lanes, the distance, the arrival and the limit")
  func contents() async throws {
    let progress = try #require(try await Self.drive().dropFirst(5).first)
    var screen = Self.screen()
    let lines = screen.lines(progress)
    #expect(lines.count == 5)
    #expect(lines[0].contains(" m  ") && lines[0].hasSuffix("Turn right onto Side Street"))
    #expect(lines[1].contains("then  ") && lines[1].hasSuffix("Turn left onto Back Street"))
    #expect(lines[2].contains("lanes  ↑ [→]"), "\(lines[2])")
    #expect(lines[3].hasSuffix("]") && lines[3].contains("left, arrival after "))
    #expect(lines[4].contains("km/h, limit 50, on Main Street"), "\(lines[4])")
  }

  @Test("the end of a leg is a stop, and that of the last one the destination")
  func stop() async throws {
    var progress = try #require(
      try await Self.drive().last { $0.steps.dropFirst().first?.maneuver.kind == .arrive })
    var screen = Self.screen()
    #expect(screen.lines(progress)[0].contains("arrived at your destination"))
    progress.metresLeft = progress.metresToWaypoint + 500
    #expect(screen.lines(progress)[0].contains("reached your stop"))
    let home = GuidanceStop(name: "Home")
    #expect(screen.lines(progress, at: home)[0].contains("reached Home"))
    #expect(screen.draw(progress, at: home).contains("reached Home"))
  }

  @Test("the arrival is a time of day where the fixes have dates")
  func clock() async throws {
    var progress = try #require(try await Self.drive().first)
    // 2023-11-14 22:13:20 UTC.
    (progress.time, progress.secondsLeft) = (1_700_000_000, 100)
    var screen = Self.screen()
    #expect(screen.lines(progress)[3].contains("arrival 22:15 UTC  ["))
  }

  @Test("no line is wider than the terminal, and the bar is as long as there is room")
  func narrow() async throws {
    let progress = try #require(try await Self.drive().dropFirst(5).first)
    // The bar has 30 and its ends.
    var wide = Self.screen()
    let whole = wide.lines(progress)[3].count
    for (columns, bar) in [(200, 32), (whole, 32), (whole - 10, 22), (whole - 25, 7)]
      + [(whole - 26, 0), (20, 0), (1, 0)]
    {
      var (screen, terminal) = (Self.screen { .init(columns: columns, rows: 24) }, Terminal())
      terminal.write(screen.draw(progress))
      #expect(terminal.lines.count == 5)
      #expect(terminal.lines.allSatisfy { $0.count <= columns }, "\(terminal.lines)")
      let line = terminal.lines[3]
      #expect((line.firstIndex(of: "[").map { line[$0...] } ?? "").count == bar, "\(line)")
      #expect(line.hasSuffix("]") == (bar > 0))
    }
  }

  @Test("a view has no more lines than the terminal")
  func low() async throws {
    let progress = try #require(try await Self.drive().dropFirst(5).first)
    for rows in [1, 3] {
      var (screen, terminal) = (Self.screen { .init(columns: 80, rows: rows) }, Terminal())
      for _ in 0..<3 { terminal.write(screen.draw(progress)) }
      #expect(terminal.lines.count == rows)
      terminal.write(screen.clear())
      #expect(terminal.lines == [""])
    }
  }

  @Test("a view that a narrower terminal has wrapped is removed whole")
  func resized() async throws {
    let progress = try #require(try await Self.drive().dropFirst(5).first)
    var columns = 60
    var (screen, terminal) = (Self.screen { .init(columns: columns, rows: 24) }, Terminal())
    terminal.write("event\n" + screen.draw(progress))
    columns = 25
    terminal.lines = terminal.lines.flatMap { line in
      stride(from: 0, to: max(line.count, 1), by: columns).map {
        String(line.dropFirst($0).prefix(columns))
      }
    }
    terminal.row = terminal.lines.count - 1
    #expect(terminal.lines.count > 6)
    terminal.write(screen.draw(progress))
    #expect(terminal.lines.first == "event" && terminal.lines.count == 6)
    #expect(terminal.lines.allSatisfy { $0.count <= columns })
  }

  @Test("a view stays in its place, below the lines, and leaves none of itself behind")
  func place() async throws {
    var screen = Self.screen()
    var terminal = Terminal()
    var expected: [String] = []
    for (index, progress) in try await Self.drive().enumerated() {
      terminal.write(screen.draw(progress))
      #expect(terminal.lines == expected + screen.lines(progress))
      guard index % 7 == 0 else { continue }
      terminal.write(screen.clear())
      #expect(terminal.lines == expected + [""])
      terminal.write("event \(index)\n")
      expected.append("event \(index)")
      terminal.write(screen.redraw())
    }
    terminal.write(screen.clear())
    #expect(expected.count > 5 && terminal.lines == expected + [""])
    #expect(screen.clear().isEmpty)
  }

  @Test("what roads are called cannot move the cursor")
  func harmless() async throws {
    var progress = try #require(try await Self.drive().first)
    progress.roadName = "a\u{1B}[2Jb"
    var screen = Self.screen()
    #expect(!screen.draw(progress).contains("\u{1B}[2J"))
  }
}

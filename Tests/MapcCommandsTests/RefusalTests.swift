import ArgumentParser
import RouteModel
import Testing

@testable import MapcCommands

/// Wrong arguments are told in one line with the status 64 (sysexits.h: EX_USAGE).
@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let says: String
    var testDescription: String { "mapc " + arguments }

    init(_ arguments: String, _ says: String) {
      self.arguments = arguments
      self.says = says
    }
  }

  static let commands: [Case] = [
    .init("fly", "'fly' is not a command: choose one of build, route,"),
    .init("help fly", "'fly' is not a help topic: choose one of build,"),
    .init("help route match", "unexpected argument 'match': help takes one command"),
    .init("help traffic match", "help traffic takes one of"),
    .init("route", "missing expected argument '<file>'"),
    .init("route a.nav b.nav", "unexpected argument 'b.nav'"),
    .init("route a.nav --formt json", "unknown option '--formt' (did you mean '--format'"),
    .init("route a.nav --format xml", "the value 'xml' is invalid for '--format <format>'"),
    .init("route a.nav --steps --language nl", "--language takes en, en-GB, en-CA, de, de-CH, "),
    .init(
      "route a.nav --steps --language nl",
      "or the path of a language file such as ./nl.txt, not 'nl'"),
    .init("route a.nav --steps --language=", "missing value for '--language <tag|file>'"),
    .init(
      "route a.nav --steps --units miles", "the value 'miles' is invalid for '--units <units>'"),
    .init("route a.nav --language de", "--language is for steps: add --steps, or choose another"),
    .init("route a.nav --units imperial", "--units is for steps: add --steps, or choose another"),
    .init("route a.nav --steps --all-roads", "--steps tells maneuvers and --all-roads roads"),
    .init("match a.nav", "missing expected argument '<trace>'"),
    .init("table a.nav --from a.csv", "missing expected argument '--to <csv-file>'"),
    .init("explain a.nav", "missing expected argument '--at"),
  ]

  static let places: [Case] = [
    .init("route a.nav --from 1,2", "--from and --to go together"),
    .init("route a.nav --to 1,2", "--from and --to go together"),
    .init("route a.nav --via 1,2", "--via needs --from and --to"),
    .init("route a.nav --from 1 --to 1,2", "'1'"),
    .init("route a.nav --from 1,2,3 --to 1,2", "'1,2,3'"),
    .init("route a.nav --from 91,0 --to 1,2", "'91,0'"),
    .init("route a.nav --from 1,2 --to 1,181", "'1,181'"),
    .init("route a.nav --from 1,2 --to nan,1", "'nan,1'"),
    .init("route a.nav --from 1,2 --to 3,4 --via ,", "','"),
    .init("search a.nav", "say what to find, or give --category and --near"),
    .init("search a.nav --category beer x", "--category takes "),
    .init("search a.nav --category fuel,beer x", ", not 'beer'"),
    .init("search a.nav x --limit 0", "--limit takes 1 to 100, not 0"),
    .init("search a.nav --reverse", "--reverse needs --near"),
    .init("search a.nav \u{A0}", "say what to find, or give --category and --near"),
    .init(
      "search a.nav --reverse --near 1,2 x",
      "--reverse tells what lies at --near; it takes no name and no filter"),
    .init("search a.nav --reverse --near 1,2 --category fuel", "it takes no name and no filter"),
    .init("search a.nav --by-time --near 1,2", "--by-time needs --near and --category"),
    .init(
      "search a.nav --by-time --near 1,2 --category fuel x",
      "along a route and by time, places are found by --category, not by name"),
    .init(
      "search a.nav --from 1,2 --to 3,4 --route b.json", "--route has its own ends: leave out"),
    .init(
      "search a.nav --route b.json --before soon",
      "--before takes a span such as 90min, 1h30min or 120km, not 'soon'"),
    .init("search a.nav x --last", "--after, --last and --detour are for places along"),
    .init("search a.nav --route b.json --open", "--open needs --depart"),
    .init("search a.nav --route b.json --max-speed 0", "--max-speed takes 1 to 1000 km/h, not 0"),
    .init("search a.nav x --max-speed 80", "are for places along a route or --by-time"),
    .init("search a.nav x --truck-capacity 0", "--truck-capacity takes at least 1, not 0"),
    .init("explain a.nav --at 1,2,3", "'1,2,3' is not a coordinate: write LAT,LON"),
  ]

  static let vehicles: [Case] = [
    .init("--profile plane", "--profile takes car, "),
    .init(
      "--profile car --truck-height 4", "--truck-… options are for trucks: leave out --profile car"),
    .init("--truck-height 0", "--truck-height takes 0.001 to 50 metres, not 0"),
    .init("--truck-height 50.1", "--truck-height takes 0.001 to 50 metres, not 50.1"),
    .init("--truck-height nan", "--truck-height takes 0.001 to 50 metres, not nan"),
    .init("--truck-height -4", "--truck-height takes 0.001 to 50 metres, not -4"),
    .init("--truck-height 4m", "'--truck-height <m>': write the number without its unit"),
    .init("--truck-height 4,0m", "without its unit, with a decimal point and no commas"),
    .init("--truck-weight 12.5t", "'--truck-weight <t>': write the number without its unit"),
    .init("--truck-height high", "the value 'high' is invalid for '--truck-height <m>'; see"),
    .init("--truck-height 4,0", "'--truck-height <m>': numbers have a decimal point and no commas"),
    .init("--truck-width 51", "--truck-width takes 0.001 to 50 metres, not 51"),
    .init("--truck-length 301", "--truck-length takes 0.001 to 300 metres, not 301"),
    .init("--truck-weight 1001", "--truck-weight takes 0.001 to 1000 tonnes, not 1001"),
    .init("--truck-weight-rating 0", "--truck-weight-rating takes 0.001 to 1000 tonnes, not 0"),
    .init("--truck-axle-load 101", "--truck-axle-load takes 0.001 to 100 tonnes, not 101"),
    .init("--truck-bogie-load 201", "--truck-bogie-load takes 0.001 to 200 tonnes, not 201"),
    .init("--truck-axles 101", "--truck-axles takes 1 to 100, not 101"),
    .init("--truck-axles 0", "--truck-axles takes 1 to 100, not 0"),
    .init("--truck-axles 2.5", "'--truck-axles <truck-axles>': it must be a whole number"),
    .init("--truck-trailers -1", "--truck-trailers takes 0 to 100, not -1"),
    .init("--truck-power 330kW", "'--truck-power <kw>': write the number without its unit"),
    .init("--truck-power 0", "--truck-power takes 1 to 2000 kW, not 0"),
    .init("--truck-power 2001", "--truck-power takes 1 to 2000 kW, not 2001"),
    .init("--truck-power -300", "--truck-power takes 1 to 2000 kW, not -300"),
    .init(
      "--profile car --truck-power 300",
      "--truck-… options are for trucks: leave out --profile car"),
    .init("--avoid steep", "--avoid takes a grade of 1 to 100 as in steep=8, not 'steep'"),
    .init("--avoid steep=", "--avoid takes a grade of 1 to 100 as in steep=8, not 'steep='"),
    .init("--avoid toll,steep=101", "a grade of 1 to 100 as in steep=8, not 'steep=101'"),
    .init("--exclude steep=8", "--exclude takes "),
    .init("--prefer toll", "--prefer takes toll, ferry, "),
    .init("--prefer rain=1", "not 'rain=1'"),
    .init("--prefer toll=1.5", "--prefer takes 0 to 1 for toll, not '1.5'"),
    .init("--prefer toll=0,toll=1", "--prefer has toll twice"),
    .init("--turn-cost signals=3601", "--turn-cost takes 0 to 3600 for signals, not '3601'"),
    .init("--turn-cost gate=-1", "for gate, not '-1'"),
    .init("--speed-factor primary=0", "--speed-factor takes 0.1 to 4 for primary, not '0'"),
    .init("--speed-factor lane=1", "--speed-factor takes motorway, trunk, "),
    .init("--speed-factor unknown=1", "not 'unknown=1'"),
    .init("--hazmat fire", "--hazmat takes any or water, not 'fire'"),
    .init("--tunnel-category F", "--tunnel-category takes B, C, D or E, not 'F'"),
    .init("--avoid hills", "unpaved, steep=8, not 'hills'"),
    .init("--avoid toll,", "--avoid takes "), .init("--exclude hills", "unpaved, not 'hills'"),
    .init("--depart noon", "--depart takes a date and time such as 2026-11-21T10:00"),
    .init("--depart 2026-02-30T10:00", "not '2026-02-30T10:00'"),
    .init(
      "--holidays 2026-12-25,2026-12-32",
      "--holidays takes dates such as 2026-12-25, not '2026-12-32'"),
    .init("--holidays=", "missing value for '--holidays <dates>'"),
    .init("--holidays 2026-12-25,", "--holidays takes dates such as 2026-12-25, not ''"),
  ]

  static let roads: [Case] = [
    .init("--close-way x", "'x' is not a way: write its OSM id"),
    .init("--close-way 1:up", "'1:up' is not a way"),
    .init("--slow-way 1", "'1' is not a way with a factor: write 4711=2.5"),
    .init("--slow-way 1=0", "'1=0' is not a way with a factor"),
    .init("--weigh-way 1=1001", "'1=1001' is not a way with a factor"),
    .init("--max-speed 0", "--max-speed takes 1 to 1000 km/h, not 0"),
    .init("--max-speed 80km/h", "'--max-speed <km/h>': write the number without its unit"),
    .init("--max-speed nan", "--max-speed takes 1 to 1000 km/h, not nan"),
    .init("--traffic - --usual -", "--traffic and --usual can't both be standard input"),
  ]

  static let others: [Case] = [
    .init("build a.osm -o -", "a map can't be written to standard output: name a file after -o"),
    .init("build a.osm", "missing expected argument '--output"),
    .init("build a.osm -o a.nav --threads 0", "--threads takes 1 to 256, not 0"),
    .init("build a.osm -o a.nav --threads 257", "--threads takes 1 to 256, not 257"),
    .init("build a.osm -o a.nav --memory 5X", "--memory takes bytes, such as 500M or 4G"),
    .init("build a.osm -o a.nav --memory 1", "not '1'"),
    .init(
      "build a.osm -o a.nav --country DEU", "--country takes two letters, such as DE, not 'DEU'"),
    .init("build a.osm -o a.nav --country XX", "--country takes an ISO 3166-1 code"),
    .init("build a.osm -o a.nav --timezone EST5EDT,x", "--timezone takes "),
    .init("build a.osm -o a.nav --profiles plane", "--profiles takes some of car, "),
    .init("match a.nav t --noise 0", "--noise takes 0.1 to 500 metres, not 0"),
    .init("match a.nav t --noise nan", "--noise takes 0.1 to 500 metres, not nan"),
    .init("match a.nav t --delay -1", "--delay takes 0 to 10000, not -1"),
    .init("match a.nav t --jsonl --format gpx", "--jsonl writes JSON lines, not gpx"),
    .init("bench a.nav --pairs p --threads 0", "--threads takes 1 to 256, not 0"),
    .init(
      "bench a.nav --pairs p --fresh-vehicles",
      "--fresh-vehicles is for trucks: add --profile truck"),
    .init("bench a.nav --pairs p --rounds 0", "--rounds takes 1 to 1000, not 0"),
    .init(
      "bench a.nav --pairs p --rounds 2 --threads 2", "--rounds is for one thread and one vehicle"),
    .init("serve a.nav --port 65536", "--port takes 0 to 65535, not 65536"),
    .init("serve a.nav --default-profile plane", "--default-profile takes one of driving,"),
    .init("serve a.nav --warm plane", "--warm takes a profile and parameters such as"),
    .init("completions tcsh", "tcsh"),
  ]

  @Test(
    "arguments that a command can't read are refused",
    arguments: commands + places + others + drives + isolines + feeds + files + services)
  func refused(_ row: Case) async throws {
    try await Self.expect(row.arguments, row.says)
  }

  @Test(
    "wrong vehicles are refused wherever a vehicle is told", arguments: vehicles,
    [
      "route a.nav", "explain a.nav --at 1,2", "table a.nav --from a --to b", "match a.nav t",
      "drive a.nav", "isoline a.nav --at 1,2 --km 5", "search a.nav x", "traffic apply a.nav t",
    ])
  func wrongVehicles(_ row: Case, _ command: String) async throws {
    try await Self.expect(command + " " + row.arguments, row.says)
  }

  @Test(
    "wrong ways are refused wherever roads are told", arguments: roads,
    [
      "route a.nav", "table a.nav --from a --to b", "bench a.nav --pairs p",
      "isoline a.nav --at 1,2 --km 5",
    ])
  func wrongRoads(_ row: Case, _ command: String) async throws {
    try await Self.expect(command + " " + row.arguments, row.says)
  }

  @Test("arguments that are not UTF-8 are refused by their number, with what can be read of them")
  func notUTF8() throws {
    let cases: [(bytes: [[UInt8]], says: String)] = [
      (
        [Array("build".utf8), Array("é\u{1F600}".utf8) + [0xFF] + Array(".nav".utf8)],
        "argument 2 is not UTF-8: 'é\u{1F600}\\xFF.nav'"
      ),
      ([[0xC3]], "argument 1 is not UTF-8: '\\xC3'"),
      ([[], [0x61], [0xED, 0xA0, 0x80, 0x62]], "argument 3 is not UTF-8: '\\xED\\xA0\\x80b'"),
    ]
    for (bytes, says) in cases {
      let error = #expect(throws: ValidationError.self) { try Usage.texts(bytes) }
      #expect(error?.message == says)
    }
    #expect(try Usage.texts([Array("é".utf8), []]) == ["é", ""])
  }

  @Test("a service without an address is refused")
  func emptyHost() async {
    let refusal = await CommandLineReading.refusal(["serve", "a.nav", "--host", ""])
    #expect(refusal?.status == 64)
    #expect(refusal?.line.hasPrefix("--host takes an address such as 127.0.0.1") == true)
  }

  @Test("a second output without a name is refused")
  func emptyNames() async {
    for words in [
      ["traffic", "compile", "a.nav", "f", "-o", "t", "--unplaced", ""],
      ["match", "a.nav", "t", "--map-issues", ""],
    ] {
      let refusal = await CommandLineReading.refusal(words)
      #expect(refusal?.status == 64)
      #expect(refusal?.line.contains(" takes the name of a file") == true, "\(words)")
    }
  }

  private static let parts = ["compile", "info", "apply", "encode", "decode"]

  private static func expect(_ line: String, _ says: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    let refusal = try #require(await CommandLineReading.refusal(words), "mapc \(line) is read")
    #expect(refusal.status == 64)
    #expect(refusal.line.contains(says), "\(refusal.line)")
    #expect(!refusal.line.contains("\n"))
    var topic = Mapc.commands.contains(words[0]) && words[0] != "help" ? " " + words[0] : ""
    // The page of a part lists its options, and that of the command does not.
    if words[0] == "traffic", words.count > 1, parts.contains(words[1]) { topic += " " + words[1] }
    #expect(refusal.line.hasSuffix("; see 'mapc help\(topic)'"), "\(refusal.line)")
  }
}

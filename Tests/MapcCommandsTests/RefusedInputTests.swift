import MapReader
import TestSupport
import Testing

@testable import MapcCommands

/// Files that a command can't use, and questions that a map can't answer, end in one line with the status of
/// sysexits.h, and no output is begun.
@Suite struct RefusedInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    let says: String
    var testDescription: String { "mapc " + arguments }

    init(_ arguments: String, _ status: Int32, _ says: String) {
      self.arguments = arguments
      self.status = status
      self.says = says
    }
  }

  /// A trip on the road of the map, and one far from it.
  private static let near = "--from 50,8.001 --to 50,8.008"
  private static let far = "--from 10,10 --to 10,10.1"
  private static let swapped = "--from 8.001,50 --to 8.008,50"
  private static let question = "; did you swap latitude and longitude?"

  static let drives: [Case] = [
    .init("drive no.nav -o x", 66, "no.nav: cannot open"),
    .init("drive text.nav -o x", 65, "text.nav: not a .nav file"),
    .init("drive cut.nav -o x", 65, "cut.nav: file: needs "),
    .init("drive map.nav \(far) -o x", 1, "no road for a car within 10 km of waypoint 1"),
    .init(
      "drive map.nav \(far) --profile foot -o x", 1,
      "no road for a pedestrian within 10 km of waypoint 1"),
    .init("drive map.nav \(swapped) -o x", 1, question),
    .init("drive map.nav --trace swapped.csv -o x", 1, "road of the map\(question)"),
    .init("drive map.nav --route no.json -o x", 66, "no.json: cannot open"),
    .init(
      "drive map.nav --route bad.json -o x", 65, "bad.json: not a route or response as in Formats/"),
    .init("drive map.nav --route {}.json -o x", 65, "{}.json: not a route or response as in"),
    .init("drive map.nav \(near) --trace no.gpx -o x", 66, "no.gpx: cannot open"),
    .init("drive map.nav \(near) --trace bad.json -o x", 65, "bad.json: line 1, byte 6: the text"),
    .init("drive map.nav --trace places.csv -o x", 65, "places.csv: no fix has a time"),
    .init("drive map.nav --trace far.csv -o x", 1, "far.csv: no fix is near a road of the map"),
    .init(
      "drive map.nav --trace places.csv --ev default -o x", 64, "with --trace, give --from and"),
    .init(
      "drive map.nav \(near) --trace far.csv --track 2 -o x", 65, "far.csv: it has 1 track, not 2"),
    .init("drive map.nav \(near) --ev no.json -o x", 66, "no.json: cannot open"),
    .init("drive map.nav \(near) --ev bad.json -o x", 65, "bad.json: not a vehicle as in Formats/"),
    .init(
      "drive map.nav \(near) --ev default --charge 5 -o x", 64, "give --ev a file that has one"),
    .init("drive map.nav \(near) -o map.nav", 73, "map.nav: is an input"),
    .init(
      "drive map.nav \(near) -o no/such", 73,
      "no/such: cannot create: No such file or directory; make its folder first"),
  ]

  static let isolines: [Case] = [
    .init("isoline no.nav --at 50,8.001 --km 1 -o x", 66, "no.nav: cannot open"),
    .init("isoline text.nav --at 50,8.001 --km 1 -o x", 65, "text.nav: not a .nav file"),
    .init(
      "isoline map.nav --at 10,10 --km 1 -o x", 1, "no road for a car within 10 km of the place"),
    .init("isoline map.nav --at 50,8.001 --km 1 --traffic no.csv -o x", 66, "no.csv: cannot open"),
    .init(
      "isoline map.nav --at 50,8.001 --km 1 --traffic fast.csv -o x", 65,
      "fast.csv: line 2: speed_kmh takes a number, not 'fast'"),
    .init(
      "isoline map.nav --at 50,8.001 --km 1 --usual speeds.csv -o x", 65,
      "speeds.csv: line 1: begin with a header such as"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev bad.json -o x", 65, "bad.json: not a vehicle as"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --profile foot -o x", 64, "people on foot have none"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev uphill.json -o x", 65,
      "uphill.json: the ascentPerMetre is -1.0, out of range"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev steam.json -o x", 65,
      "no such carrier: steam; known are electricity, petrol, diesel"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev long.json -o x", 65,
      "no such member: \(String(repeating: "m", count: 40))…"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev gain.json -o x", 65,
      "gain.json: the energy's descentRecoveryPerMetre is not possible: 1000.0 is more than"),
    .init(
      "isoline map.nav --at 50,8.001 --km 1 --avoid steep=8 -o x", 64,
      "map.nav: --avoid steep=… needs a map with elevation: build it with --elevation FOLDER"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev endless.json -o x", 65,
      "energy-json.md: it is not JSON: line 1, byte 44: not a value"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev word.json -o x", 65,
      "energy-json.md: battery.chargingCurve[0].kilowatts must be a number"),
    .init(
      "isoline map.nav --at 50,8.001 --kwh 1 --ev misspelt.json -o x", 65,
      "energy-json.md: battery: no such member: capacity"),
    .init("isoline map.nav --at 50,8.001 --km 1 -o map.nav", 73, "map.nav: is an input"),
  ]

  static let feeds: [Case] = [
    .init("traffic compile no.nav speeds.csv -o x", 66, "no.nav: cannot open"),
    .init("traffic compile map.nav no.csv -o x", 66, "no.csv: cannot open"),
    .init(
      "traffic compile map.nav fast.csv -o x", 65, "fast.csv: line 2: speed_kmh takes a number"),
    .init("traffic compile map.nav week.csv -o x", 65, "in a column 'minutes': give it as --usual"),
    .init(
      "traffic compile --usual map.nav speeds.csv -o x", 65, "speeds.csv: line 1: begin with a"),
    .init("traffic compile map.nav map.nav -o x", 65, "map.nav: is not a feed of traffic, but a"),
    .init("traffic compile map.nav speeds.csv -o map.nav", 73, "map.nav: is an input"),
    .init("traffic compile map.nav speeds.csv -o speeds.csv", 73, "speeds.csv: is an input"),
    .init(
      "traffic compile map.nav speeds.csv -o x --unplaced speeds.csv", 73, "speeds.csv: is an input"
    ),
    .init("traffic compile map.nav speeds.csv -o x --sites no.xml", 66, "no.xml: cannot open"),
    .init(
      "traffic compile map.nav speeds.csv -o x --sites speeds.csv", 65,
      "speeds.csv: has no table of measurement sites"),
    .init("serve map.nav --traffic /dev/null", 65, "/dev/null: is not a regular file"),
    .init("serve map.nav --usual /dev/null", 65, "/dev/null: is not a regular file"),
    .init("traffic info no.traffic", 66, "no.traffic: cannot open"),
    .init("traffic info speeds.csv", 65, "make one with 'mapc traffic compile'"),
    .init("traffic info map.nav", 65, "map.nav: is not a traffic file"),
    .init("traffic apply no.nav speeds.csv", 66, "no.nav: cannot open"),
    .init("traffic apply map.nav no.traffic", 66, "no.traffic: cannot open"),
    .init("traffic encode map.nav \(far)", 1, "no road for a car within 10 km of waypoint 1"),
    .init("traffic encode map.nav \(swapped)", 1, question),
    .init("traffic encode map.nav --from 50,8.001 --to 50,8.001", 1, "no location reference: "),
    .init("traffic decode map.nav nonsense", 65, "'nonsense' has version 6 of the binary format"),
  ]

  static let others: [Case] = [
    .init("info no.nav", 66, "no.nav: cannot open"),
    .init("info -", 66, "-: cannot open: No such file or directory; a map is read in place, so"),
    .init("info text.nav", 65, "text.nav: not a .nav file"),
    .init("info /dev/null", 74, "/dev/null: not a regular file; a map is read in place"),
    .init("route /dev -o x", 74, "/dev: not a regular file; a map is read in place"),
    .init(
      "table map.nav --from /dev --to far.csv -o x", 74,
      "/dev: cannot read: Is a directory; name a file, not a folder"),
    .init("build /dev -o x", 74, "/dev: cannot open: Is a directory; give an extract such as"),
    .init("info cut.nav", 65, "cut.nav: file: needs "),
    // The answer to 'is the file right?' is no.
    .init("verify no.nav", 66, "no.nav: cannot open"),
    .init("verify text.nav", 1, "text.nav: not a .nav file"),
    .init("verify cut.nav", 1, "copy or build the file again"),
    .init("route map.nav --elevation -o x", 64, "map.nav: the map has no elevation: build it with"),
    .init(
      "drive map.nav \(near) --avoid steep=8 -o x", 64,
      "map.nav: --avoid steep=… needs a map with elevation"),
    .init(
      "search map.nav \(near) --category fuel --avoid steep=8", 64,
      "map.nav: --avoid steep=… needs a map with elevation"),
    .init("route map.nav \(near) --ev no.json -o x", 66, "no.json: cannot open"),
    .init("route map.nav \(near) --ev full.json -o x", 65, "full.json: the initialCharge"),
    .init(
      "route map.nav \(near) --ev car.json --ensure-reachability --stations {}.json -o x", 65,
      "{}.json: not stations as in Formats/energy-json.md: it is not an array"),
    .init(
      "route map.nav \(near) --ev car.json --ensure-reachability --stations weak.json -o x", 65,
      "weak.json: the energy's stations is not possible: a: "
        + "connectors[0].powerKilowatts is 0.0, not"),
    .init(
      "route map.nav \(near) --ev stops.json --stations weak.json -o x", 65,
      "weak.json: the energy's stations is not possible: a: "
        + "connectors[0].powerKilowatts is 0.0, not"),
    .init(
      "route map.nav \(near) --ev stops.json --stations nameless.json -o x", 65,
      "nameless.json: the energy's stations is not possible: [0] has an empty id"),
    .init(
      "route map.nav \(near) --ev stops.json --stations placeless.json -o x", 65,
      "placeless.json: not stations as in Formats/energy-json.md: '[1].longitude' is missing"),
    .init(
      "route map.nav \(near) --ev stops.json --stations plugs.json -o x", 65,
      "energy-json.md: [0].connectors[1]: no such connector: plug; known are type1, type2,"),
    .init(
      "route map.nav \(near) --ev car.json --stations weak.json -o x", 64,
      "--stations needs --ensure-reachability"),
    .init("route map.nav \(near) --ev car.json --charge 11 -o x", 64, "takes 0 to 10 kWh"),
    .init(
      "route map.nav --from 50,8.0001 --to 50,8.0099 --ev flat.json --ensure-reachability "
        + "--stations closed.json --depart 2026-11-23T12:00Z -o x", 1,
      "stations while they are closed, such as a"),
    .init(
      "route map.nav \(near) --steps --language ./fast.csv -o x", 65, "fast.csv: line 1: no colon"),
    .init(
      "route map.nav \(near) --steps --language ./long.txt -o x", 65,
      "long.txt: line 1: unknown key 'class \(String(repeating: "k", count: 20))"),
    .init("route map.nav \(near) --usual week.csv -o week.csv", 73, "week.csv: is an input"),
    .init("route map.nav --from nowhere --to 50,8.001 -o x", 1, "no place 'nowhere' on the map"),
    .init("match map.nav no.gpx -o x", 66, "no.gpx: cannot open"),
    .init("match map.nav bad.json -o x", 65, "bad.json: line 1, byte 6: the text ends where"),
    .init("match map.nav far.csv -o x", 1, "far.csv: no fix is near a road of the map"),
    .init("match map.nav far.csv -o x --map-issues far.csv", 73, "far.csv: is an input"),
    .init("search no.nav x", 66, "no.nav: cannot open"),
    .init("search map.nav x", 1, "map.nav: nothing found"),
    .init("search map.nav --reverse --near 8.001,50", 1, "map.nav: nothing found\(question)"),
    .init("search map.nav --route no.json --category fuel", 66, "no.json: cannot open"),
    .init(
      "search map.nav --route bad.json --category fuel", 65, "bad.json: no route: neither GPX"),
    .init("search map.nav \(near) --category fuel", 1, "map.nav: no such place along the route"),
    .init(
      "table map.nav --from far.csv --to far.csv -o x", 1, "far.csv: line 2: no road for a car"),
    .init("serve no.nav", 66, "no.nav: cannot open"),
    .init("serve map.nav --traffic no.traffic", 66, "no.traffic: cannot open"),
    .init("serve map.nav --traffic speeds.csv", 65, "make one with 'mapc traffic compile'"),
    .init("serve map.nav --usual week.csv", 65, "make one with 'mapc traffic compile --usual'"),
  ]

  /// A folder with a map of one road, and what can't be used with it.
  private struct Inputs {
    let folder: TemporaryFolder

    init() async throws {
      folder = try TemporaryFolder()
      let built = try await BuiltMap(
        xml: """
          <osm version="0.6"><node id="1" lat="50" lon="8"/><node id="2" lat="50" lon="8.01"/>
          <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>
          """)
      let map = try #require(FileSystem.bytes(built.map.path))
      _ = try folder.write(map, "map.nav")
      _ = try folder.write(Array(map.prefix(300)), "cut.nav")
      let station = #""id": "a", "latitude": 50, "longitude": 8.005"#
      func connectors(_ power: Int) -> String {
        #""connectors": [{"type": "ccs", "powerKilowatts": \#(power)}]"#
      }
      for (name, text) in [
        "text.nav": "hello", "bad.json": #"{"a":"#, "{}.json": "{}",
        "fast.csv": "way_id,speed_kmh\n1,fast\n", "speeds.csv": "way_id,speed_kmh\n1,30\n",
        "week.csv": "way_id,direction,minutes,speed_kmh\n1,both,480-540,30\n",
        "places.csv": "lat,lon\n50,8.001\n50,8.002\n",
        "swapped.csv": "lat,lon,time\n8.001,50,1\n8.002,50,2\n",
        "far.csv": "lat,lon,time\n10,10,1\n10,10.001,2\n",
        "uphill.json": #"{"model": {"ascentPerMetre": -1}}"#,
        "steam.json": #"{"model": {"carrier": "steam"}}"#,
        "endless.json": #"{"battery": {"capacityKilowattHours": 1e999}}"#,
        "word.json":
          #"{"battery": {"capacityKilowattHours": 9, "chargingCurve": [{"kilowattHours": 0, "kilowatts": "11"}]}}"#,
        "misspelt.json": #"{"battery": {"capacity": 9}}"#,
        "long.json": "{\"\(String(repeating: "m", count: 5_000))\": 1}",
        "long.txt": "class " + String(repeating: "k", count: 5_000) + ": word\n",
        "gain.json": #"{"model": {"descentRecoveryPerMetre": 1000}}"#,
        "full.json":
          #"{"battery": {"capacityKilowattHours": 9, "initialChargeKilowattHours": 10}}"#,
        "car.json": #"{"battery": {"capacityKilowattHours": 10}}"#,
        "stops.json": #"{"battery": {"capacityKilowattHours": 10}, "ensureReachability": true}"#,
        "nameless.json": #"[{"id": "", "latitude": 50, "longitude": 8.005}]"#,
        "placeless.json":
          #"[{"id": "a", "latitude": 50, "longitude": 8.005}, {"id": "b", "latitude": 50}]"#,
        "plugs.json": #"[{\#(station), "connectors": [{"type": "ccs"}, {"type": "plug"}]}]"#,
        "flat.json":
          #"{"battery": {"capacityKilowattHours": 10, "initialChargeKilowattHours": 0.065}}"#,
        "weak.json": "[{\(station), \(connectors(0))}]",
        "closed.json": #"[{\#(station), "openingHours": "off", \#(connectors(50))}]"#,
      ] { _ = try folder.write(Array(text.utf8), name) }
    }

    /// The arguments with the paths of files.
    func words(_ line: String) -> [String] {
      line.split(separator: " ").map { word in
        if word == "x" || word.hasPrefix("no/") { return folder.path + "/" + word }
        if word.hasPrefix("./") { return folder.path + word.dropFirst() }
        let endings = [".nav", ".json", ".csv", ".gpx", ".xml", ".traffic"]
        return endings.contains { word.hasSuffix($0) } ? folder.path + "/" + word : String(word)
      }
    }

    var output: String { folder.path + "/x" }
  }

  @Test(
    "what can't be used is named, with the status of its kind, and no output is begun",
    arguments: drives + isolines + feeds + others)
  func refused(_ row: Case) async throws {
    let inputs = try await Inputs()
    var words = inputs.words(row.arguments)
    // What a search looks for is no file.
    if words[0] == "search", words.last == inputs.output { words[words.count - 1] = "x" }
    let before = Self.contents(inputs)
    let failure = try #require(try await Self.failure(words), "mapc \(row.arguments) succeeds")
    #expect(failure.status.rawValue == row.status, "\(failure.message)")
    let line = failure.message.replacing(inputs.folder.path + "/", with: "")
    #expect(line.contains(row.says), "\(line)")
    #expect(!line.contains("\n") && failure.details.isEmpty, "\(line)")
    // Words of a file are quoted in part.
    #expect(line.utf8.count < 1_000, "\(line)")
    #expect(Self.contents(inputs) == before)
  }

  /// The failure that a command ends with; nil for one that succeeds.
  private static func failure(_ words: [String]) async throws -> Failure? {
    do {
      try await CommandLineReading.run(words)
      return nil
    } catch {
      guard let failure = Failure(any: error) else { throw error }
      return failure
    }
  }

  /// The files of the folder, each with its bytes.
  private static func contents(_ inputs: Inputs) -> [String: [UInt8]] {
    let names = FileSystem.names(in: inputs.folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, FileSystem.bytes(inputs.folder.path + "/" + name) ?? [])
      })
  }
}

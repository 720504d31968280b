import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// Which place a name on the command line means.
@Suite struct NamedPlacesTests {
  /// A town in a borough, and a restaurant with its name far from both.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="41.150" lon="-8.610"/><node id="2" lat="41.150" lon="-8.606"/>
      <node id="3" lat="41.450" lon="-8.610"/><node id="4" lat="41.450" lon="-8.606"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
      <node id="5" lat="41.000" lon="-8.800"/><node id="6" lat="41.000" lon="-8.400"/>
      <node id="7" lat="41.300" lon="-8.400"/><node id="8" lat="41.300" lon="-8.800"/>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
        <tag k="boundary" v="administrative"/></way>
      <relation id="30"><member type="way" ref="22" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="4"/><tag k="name" v="Norte"/></relation>
      <node id="9" lat="41.151" lon="-8.608">
        <tag k="place" v="city"/><tag k="name" v="Porto"/></node>
      <node id="10" lat="41.451" lon="-8.608">
        <tag k="amenity" v="restaurant"/><tag k="name" v="Porto"/></node>
    </osm>
    """

  /// Shops of a chain and streets with a name in common, each five kilometres from the other.
  private static let alike = """
    <osm version="0.6">
      <node id="1" lat="41.150" lon="-8.610"/><node id="2" lat="41.150" lon="-8.606"/>
      <node id="3" lat="41.200" lon="-8.610"/><node id="4" lat="41.200" lon="-8.606"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="Rua dos Aliados"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/>
        <tag k="name" v="Via dos Aliados"/></way>
      <node id="5" lat="41.1501" lon="-8.608"><tag k="shop" v="supermarket"/>
        <tag k="name" v="Rewe"/></node>
      <node id="6" lat="41.2001" lon="-8.608"><tag k="shop" v="supermarket"/>
        <tag k="name" v="REWE"/></node>
    </osm>
    """

  @Test(
    "a name that differs in capitals, and a part of several names, are ambiguous",
    arguments: [("Rewe", true), ("Aliados", true), ("Rua dos Aliados", false)])
  func ambiguous(_ text: String, _ isAmbiguous: Bool) async throws {
    let built = try await BuiltMap(xml: Self.alike)
    let places = NamedPlaces(built.map)
    if isAmbiguous {
      let failure = #expect(throws: Failure.self) { try places.stop(text) }
      #expect(failure?.status == .answerIsNo && failure?.details.count == 2)
    } else {
      #expect(try places.stop(text).waypoint.name == text)
    }
  }

  @Test(
    "two settlements of one name are ambiguous unless one is clearly larger",
    arguments: [("6901", true), ("690100", false)])
  func settlements(_ population: String, _ isAmbiguous: Bool) async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="36.040" lon="14.240"/><node id="2" lat="36.040" lon="14.250"/>
          <node id="3" lat="35.880" lon="14.400"/><node id="4" lat="35.880" lon="14.410"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <way id="21"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
          <node id="5" lat="36.041" lon="14.245"><tag k="place" v="city"/>
            <tag k="name" v="Ir-Rabat"/><tag k="population" v="\(population)"/></node>
          <node id="6" lat="35.881" lon="14.405"><tag k="place" v="town"/>
            <tag k="name" v="Ir-Rabat"/><tag k="population" v="11497"/></node>
        </osm>
        """)
    let places = NamedPlaces(built.map)
    if isAmbiguous {
      let failure = #expect(throws: Failure.self) { try places.stop("Ir-Rabat") }
      #expect(failure?.status == .answerIsNo && failure?.details.count == 2)
    } else {
      #expect(try places.stop("Ir-Rabat").position.latitude > 36)
    }
  }

  @Test(
    "the better known place is meant, although the label of the other is the name alone",
    arguments: ["Porto", "porto", "Porto, Norte"])
  func bare(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let stop = try NamedPlaces(built.map).stop(text)
    #expect(stop.waypoint.name == "Porto, Norte")
  }

  @Test(
    "a kind of places is ambiguous, although the word is in the name of one of them",
    arguments: [("hotel", 3), ("Hotel Central", nil), ("hotel estrela", nil)])
  func kind(_ text: String, _ choices: Int?) async throws {
    let hotels = ["Hotel Central", "Estrela", "Lua"].enumerated().map { index, name in
      """
      <node id="\(10 + index)" lat="41.\(15 + 5 * index)01" lon="-8.608">
        <tag k="tourism" v="hotel"/><tag k="name" v="\(name)"/></node>
      """
    }
    let beginning = "<osm version=\"0.6\">"
    let built = try await BuiltMap(
      xml: Self.alike.replacing(beginning, with: beginning + hotels.joined()))
    let places = NamedPlaces(built.map)
    if let choices {
      let failure = #expect(throws: Failure.self) { try places.stop(text) }
      #expect(failure?.details.count == choices)
    } else {
      let name = text == "Hotel Central" ? text : "Estrela"
      #expect(try places.stop(text).waypoint.name?.hasPrefix(name) == true)
    }
  }

  /// An exit of a motorway towards a town that is not on the map.
  private static let exit = """
    <osm version="0.6">
      <node id="1" lat="41.150" lon="-8.610"/><node id="3" lat="41.150" lon="-8.606"/>
      <node id="2" lat="41.150" lon="-8.608"><tag k="highway" v="motorway_junction"/>
        <tag k="name" v="Aveiro / Esmoriz"/><tag k="ref" v="17"/></node>
      <way id="20"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="motorway"/></way>
    </osm>
    """

  @Test(
    "an exit is not the town on its sign",
    arguments: [("Aveiro", false), ("Aveiro / Esmoriz", true)])
  func signed(_ text: String, _ isFound: Bool) async throws {
    let built = try await BuiltMap(xml: Self.exit)
    let places = NamedPlaces(built.map)
    if isFound {
      #expect(try places.stop(text).position.description == "41.15,-8.608")
    } else {
      let failure = #expect(throws: Failure.self) { try places.stop(text) }
      #expect(failure?.status == .answerIsNo)
      #expect(failure?.message.contains("the most similar is Aveiro / Esmoriz") == true)
    }
  }

  @Test("two streets that lack a word of the text are not what it may mean")
  func incomplete() async throws {
    let built = try await BuiltMap(xml: Self.alike)
    let failure = #expect(throws: Failure.self) {
      try NamedPlaces(built.map).stop("Aliados Gondomar")
    }
    #expect(failure?.message.hasPrefix("no place 'Aliados Gondomar' on the map") == true)
  }

  @Test(
    "coordinates are read as in searches",
    arguments: ["41,15 -8,61", "41,15; -8,61", "41.15 -8.61", "N41.15 W8.61", "geo:41.15,-8.61"])
  func coordinates(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.alike)
    try NamedPlaces.check(text)
    #expect(try NamedPlaces(built.map).stop(text).position.description == "41.15,-8.61")
  }

  @Test(
    "numbers that are not a coordinate are refused",
    arguments: ["95,5 -8,61", "1,2,3", "41,", "46.19", "-20.5"])
  func numbers(_ text: String) {
    #expect(throws: (any Error).self) { try NamedPlaces.check(text) }
  }

  @Test(
    "a coordinate in the south is what to find, not an unknown option",
    arguments: ["-33.9, 18.4", "-33.9,18.4", "-33.9 18.4"])
  func south(_ text: String) async throws {
    for arguments in [["a.nav", text, "--limit", "3"], ["--limit", "3", "a.nav", text]] {
      let command = try await CommandLineReading.command(["search"] + arguments)
      let search = try #require(command as? Search)
      #expect(search.text.drop { $0 == " " } == text && search.limit == 3)
    }
    let near = try await CommandLineReading.command(["search", "a.nav", "x", "--near", text])
    #expect((near as? Search)?.near == text)
  }
}

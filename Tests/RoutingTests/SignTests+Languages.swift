import MapCompiler
import RoadModel
import RouteModel
import TestSupport
import Testing

/// Signs and names in the language asked for.
extension SignTests {
  @Test(
    "a sign has the places in the language asked for before others",
    arguments: [
      ("fr-BE", ["Bruges", "Gand"]), ("en", ["Ghent", "Brugge", "Gent"]),
      ("de", ["Brugge", "Gent"]), (nil, ["Brugge", "Gent"]),
    ] as [(String?, [String])])
  func languages(language: String?, places: [String]) async throws {
    let roads = try await AsciiMap(
      """
      A---B---C
           \\
            D---E
      """,
      ways: [
        "AB": "highway=motorway oneway=yes ref=A~1",
        "BC": "highway=motorway oneway=yes ref=A~1",
        "BD": """
        highway=motorway_link oneway=yes destination=Brugge;Gent destination:lang:fr=Bruges;Gand \
        destination:lang:en=Ghent
        """,
        "DE": "highway=primary",
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
    #expect(steps.first { $0.maneuver.kind == .offRamp }?.sign?.towards == places)
  }

  @Test(
    "maneuvers do not depend on the language, though a name in it has gaps or changes",
    arguments: ["name:en=New~Street", "name:en=Rua~Nova", ""])
  func sameManeuvers(tag: String) async throws {
    var options = MapCompiler.Options()
    options.languages = ["en"]
    let roads = try await AsciiMap(
      """
              N
              |
      A-------B-------C
                      |
                      S
      """, metresPerCell: 60,
      ways: [
        "AB": "highway=secondary name=Rua~Nova name:en=New~Road",
        "BC": AsciiMap.Tags("highway=secondary name=Rua~Nova \(tag)"),
        "BN": "highway=secondary name=Rua~Norte",
        "CS": "highway=secondary name=Rua~Sul name:en=New~Road",
      ]
    ).build(options: options)
    var kinds: [[RouteManeuver.Kind]] = []
    for language in [nil, "en"] {
      let steps = try await roads.response(
        [try roads.waypoint("A"), try roads.waypoint("S")], .car,
        RouteRequest.Options(steps: true, language: language)
      ).sections[0].steps
      kinds.append(steps.map(\.maneuver.kind))
    }
    // On the signs, only the corner leads onto a road of another name.
    #expect(kinds[0].count == 3)
    #expect(kinds[0] == kinds[1])
  }
}

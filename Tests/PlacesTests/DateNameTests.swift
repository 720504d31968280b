import Places
import TestSupport
import Testing

/// Streets that are named for dates are found by the day in digits and in words.
@Suite struct DateNameTests {
  private static let names = [
    "Rua 5 de Outubro", "Avenida Vinte e Cinco de Abril", "Rua 1º de Maio", "Calle Dos de Mayo",
    "Rue du 4 Septembre", "Rue du Dix-Neuf Mars", "Via XX Settembre", "Rua Cinco",
  ]

  /// The streets, each 100 metres north of the one before.
  private static var xml: String {
    let streets = names.enumerated().map { index, name in
      """
      <node id="\(2 * index + 1)" lat="50.0\(10 + index)" lon="6.000"/>
      <node id="\(2 * index + 2)" lat="50.0\(10 + index)" lon="6.004"/>
      <way id="\(100 + index)"><nd ref="\(2 * index + 1)"/><nd ref="\(2 * index + 2)"/>
        <tag k="highway" v="residential"/><tag k="name" v="\(name)"/></way>
      <node id="\(500 + index)" lat="50.0\(10 + index)" lon="6.002">
        <tag k="addr:street" v="\(name)"/><tag k="addr:housenumber" v="12"/></node>
      """
    }
    return "<osm version=\"0.6\">\(streets.joined())</osm>"
  }

  @Test(
    "the street is first",
    arguments: [
      ("Rua Cinco de Outubro", 0), ("rua 5 de outubro", 0), ("r. cinco outubro", 0),
      ("Av. 25 de Abril", 1), ("avenida vinte e cinco de abril", 1), ("Rua 1 de Maio", 2),
      ("Rua Primeiro de Maio", 2), ("Calle 2 de Mayo", 3), ("rue du quatre septembre", 4),
      ("rue du 19 mars", 5), ("Via 20 Settembre", 6), ("via venti settembre", 6),
      ("rua cinco", 7),
    ])
  func first(_ text: String, _ street: Int) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let search = PlaceSearch(built.map)
    let found = try search.places(for: PlaceQuery(text)).first
    #expect(found?.title == Self.names[street] && found?.isComplete == true)
    let house = try search.places(for: PlaceQuery(text + " 12")).first
    #expect(house?.title == Self.names[street] + " 12" && house?.isComplete == true)
  }
}

import Places
import TestSupport
import Testing

/// Streets are found by the abbreviations of their languages, and with spaces and apostrophes or without.
@Suite struct AbbreviationTests {
  private static let names = [
    "Wisconsin Avenue Northwest", "Rock Creek Trail", "Gammel Kongevej", "Sankt Annæ Plads",
    "Nørre Farimagsgade", "Kongens Nytorv", "Rua do Almada", "Avinguda Meritxell",
    "Triq Sant'Anna", "Ladbyvej", "Μπενάκη", "Тверская улица", "McDonald's Drive",
    "Willy-Brandt-Platz", "Μπουμπουλίνας", "Ντίνου", "Rua da Boavista",
    "Boulevard Albert 1er", "Carrer de Sant Julià", "Second Street", "Cap d'Ail",
    "Drei-Eichen-Weg", "Eichenweg", "Adalbertsteinweg", "West 12th Street",
    "Rua Nossa Senhora da Saúde", "Calle Nuestra Señora del Pilar", "Rue du Maréchal Foch",
    "Via Fratelli Bandiera", "Doktor-Külz-Ring", "Kerkstraat", "Museumplein", "Rådhuspladsen",
    "Kultorvsplads", "Haderslevgade", "Storgatan", "Kerkweg", "Københavns Allé",
    "Friedrich-Ebert-Straße", "Prinsengracht", "Route 9",
    "Paseo de Gracia", "Calle de María Cristina", "County Road 12", "State Route 77",
    "Farm to Market Road 1960",
  ]

  /// The streets, each 100 metres north of the one before.
  private static var xml: String {
    let streets = names.enumerated().map { index, name in
      """
      <node id="\(2 * index + 1)" lat="50.0\(10 + index)" lon="6.000"/>
      <node id="\(2 * index + 2)" lat="50.0\(10 + index)" lon="6.004"/>
      <way id="\(100 + index)"><nd ref="\(2 * index + 1)"/><nd ref="\(2 * index + 2)"/>
        <tag k="highway" v="residential"/><tag k="name" v="\(name)"/></way>
      """
    }
    return "<osm version=\"0.6\">\(streets.joined())</osm>"
  }

  @Test(
    "the street is first",
    arguments: [
      ("Wisconsin Ave NW", 0), ("rock creek trl", 1), ("Gl. Kongevej", 2), ("Skt. Annæ Pl.", 3),
      ("sct annae plads", 3), ("Nr. Farimagsgade", 4), ("Kgs. Nytorv", 5), ("R. do Almada", 6),
      ("Av. Meritxell", 7), ("Triq Santanna", 8), ("triq sant anna", 8), ("Ladby Vej", 9),
      ("lad byvej", 9), ("Benaki", 10), ("mpenaki", 10), ("Tverskaja ulica", 11),
      ("ul. tverskaya", 11), ("mc donalds drive", 12), ("mcdonalds drive", 12),
      ("wisconsin ave near nw", 0), ("willybrandtplatz", 13), ("willy brandtplatz", 13),
      ("Bouboulinas", 14), ("boumboulinas", 14), ("mpoumpoulinas", 14), ("Dinou", 15),
      ("Руа да Боависта", 16), ("Боависта", 16), ("Μποαβίστα", 16),
      ("bd albert premier", 17), ("bd. albert 1er", 17), ("c/ St. Julià", 18), ("2nd St", 19),
      ("second street", 19), ("capdail", 20), ("cap dail", 20), ("Capd'Ail", 20),
      ("dreieichenweg", 21), ("eichen weg", 22),
      ("Adalbert-Stein-Weg", 23), ("adalbert steinweg", 23), ("w twelfth st", 24),
      ("R. Nossa Sra. da Saúde", 25), ("C. Ntra. Sra. del Pilar", 26), ("rue du mal foch", 27),
      ("via flli bandiera", 28), ("Dr.-Külz-Ring", 29),
      ("P.º de Gracia", 41), ("C/ N.ª S.ª del Pilar", 26), ("Nª Sra del Pilar", 26),
      ("C. M.ª Cristina", 42), ("CR 12", 43), ("Co Rd 12", 43), ("SR 77", 44), ("fm 1960", 45),
      ("ул. Тверская", 11),
    ])
  func first(_ text: String, _ street: Int) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.name == Self.names[street])
    #expect(found?.isComplete == true)
  }

  @Test(
    "abbreviated endings, and a word typed as two where other words of the text are one elsewhere",
    arguments: [
      ("Kerkstr.", 30), ("Museumpl.", 31), ("Kultorvspl.", 33), ("Haderslevg.", 34), ("storg", 35),
      ("Had erslevgade", 34), ("Friedr.-Ebert-Str.", 38), ("friedr. ebert str", 38),
      ("friedrichebertstr", 38), ("Prinsengr.", 39), ("Rt 9", 40),
    ])
  func beforeTown(_ text: String, _ street: Int) async throws {
    let xml = Self.xml.replacing(
      "</osm>",
      with: """
        <node id="90" lat="50.011" lon="6.002">
          <tag k="place" v="city"/><tag k="name" v="København S"/></node></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("\(text), København S")).first
    #expect(found?.name == Self.names[street] && found?.isComplete == true)
  }

  @Test("an address in Cyrillic letters, with a word before its number, on a map in Latin letters")
  func transliterated() async throws {
    let xml = Self.xml.replacing("Тверская улица", with: "Tverskaya ulitsa").replacing(
      "</osm>",
      with: """
        <node id="90" lat="50.0211" lon="6.002"><tag k="addr:housenumber" v="12"/>
          <tag k="addr:street" v="Tverskaya ulitsa"/></node></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("ул. Тверская, д. 12")).first
    #expect(found?.title == "Tverskaya ulitsa 12" && found?.isComplete == true)
  }
}

internal import NavFormat

/// States that people write behind a town, although the map of a region need not have the state.
enum StateNames {
  /// The codes that people write for states, and their names, by country.
  private static let coded: [(country: String, states: String)] = [
    (
      "US",
      """
      AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
      DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
      KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
      MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
      NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,
      SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
      WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico
      """
    ),
    (
      "CA",
      """
      AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,
      NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Québec,SK Saskatchewan,YT Yukon
      """
    ),
    (
      "AU",
      """
      ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,
      TAS Tasmania,VIC Victoria,WA Western Australia
      """
    ),
    (
      "BR",
      """
      AC Acre,AL Alagoas,AP Amapá,AM Amazonas,BA Bahia,CE Ceará,DF Distrito Federal,ES Espírito Santo,GO Goiás,
      MA Maranhão,MT Mato Grosso,MS Mato Grosso do Sul,MG Minas Gerais,PA Pará,PB Paraíba,PR Paraná,PE Pernambuco,
      PI Piauí,RJ Rio de Janeiro,RN Rio Grande do Norte,RS Rio Grande do Sul,RO Rondônia,RR Roraima,
      SC Santa Catarina,SP São Paulo,SE Sergipe,TO Tocantins
      """
    ),
  ]
  /// The names of states and provinces, and their abbreviations, where nobody writes codes, by country.
  private static let plain: [(country: String, states: String)] = [
    (
      "DE",
      """
      Baden-Württemberg,Bayern,Bavaria,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Mecklenburg-Vorpommern,Niedersachsen,
      Lower Saxony,Nordrhein-Westfalen,North Rhine-Westphalia,NRW,Rheinland-Pfalz,Rhineland-Palatinate,Saarland,
      Sachsen,Saxony,Sachsen-Anhalt,Saxony-Anhalt,Schleswig-Holstein,Thüringen,Thuringia
      """
    ),
    (
      "AT",
      """
      Burgenland,Kärnten,Carinthia,Niederösterreich,Lower Austria,Oberösterreich,Upper Austria,Salzburg,Steiermark,
      Styria,Tirol,Tyrol,Vorarlberg,Wien
      """
    ),
    (
      "ES",
      """
      Andalucía,Andalusia,Aragón,Asturias,Illes Balears,Islas Baleares,Baleares,Canarias,Cantabria,
      Castilla-La Mancha,Castilla y León,Catalunya,Cataluña,Catalonia,Extremadura,Galicia,La Rioja,
      Comunidad de Madrid,Región de Murcia,Murcia,Navarra,Nafarroa,País Vasco,Euskadi,Comunitat Valenciana,
      Comunidad Valenciana,A Coruña,La Coruña,Álava,Araba,Albacete,Alicante,Alacant,Almería,Ávila,Badajoz,
      Barcelona,Bizkaia,Vizcaya,Burgos,Cáceres,Cádiz,Castellón,Castelló,Ciudad Real,Córdoba,Cuenca,Gipuzkoa,
      Guipúzcoa,Girona,Gerona,Granada,Guadalajara,Huelva,Huesca,Jaén,Las Palmas,León,Lleida,Lérida,Lugo,Madrid,
      Málaga,Ourense,Orense,Palencia,Pontevedra,Salamanca,Santa Cruz de Tenerife,Segovia,Sevilla,Soria,
      Tarragona,Teruel,Toledo,Valencia,Valladolid,Zamora,Zaragoza
      """
    ),
    (
      "PT",
      """
      Aveiro,Beja,Braga,Bragança,Castelo Branco,Coimbra,Évora,Faro,Guarda,Leiria,Lisboa,Lisbon,Portalegre,Porto,
      Santarém,Setúbal,Viana do Castelo,Vila Real,Viseu,Açores,Azores,Madeira,Algarve,Alentejo
      """
    ),
    (
      "MX",
      """
      Aguascalientes,Ags,Baja California,BC,Baja California Sur,BCS,Campeche,Camp,Chiapas,Chis,Chihuahua,Chih,
      Ciudad de México,CDMX,Coahuila,Coah,Colima,Col,Durango,Dgo,Estado de México,Edo. Méx.,Méx,Guanajuato,Gto,
      Guerrero,Gro,Hidalgo,Hgo,Jalisco,Jal,Michoacán,Mich,Morelos,Mor,Nayarit,Nay,Nuevo León,N.L.,Oaxaca,Oax,
      Puebla,Pue,Querétaro,Qro,Quintana Roo,Q. Roo,San Luis Potosí,S.L.P.,SLP,Sinaloa,Sin,Sonora,Son,Tabasco,Tab,
      Tamaulipas,Tamps,Tlaxcala,Tlax,Veracruz,Ver,Yucatán,Yuc,Zacatecas,Zac
      """
    ),
  ]

  /// The countries that have a state, by its folded words and by its code in capital letters.
  private static let (names, codes): ([[[UInt8]]: Set<String>], [String: Set<String>]) = {
    var names: [[[UInt8]]: Set<String>] = [:]
    var codes: [String: Set<String>] = [:]
    for (country, states) in plain {
      for name in states.split(separator: ",") {
        names[PlaceFolding.words(String(name)), default: []].insert(country)
      }
    }
    for (country, states) in coded {
      for state in states.split(separator: ",") {
        let parts = state.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let code = parts.first, let name = parts.last else { continue }
        codes[String(code), default: []].insert(country)
        names[PlaceFolding.words(String(name)), default: []].insert(country)
      }
    }
    return (names, codes)
  }()
  private static let mostWords = 4

  /// The state with which a part of an address begins: the countries that have one of that name, and the rest, such as
  /// `21117` of `MD 21117`; nil for other texts.
  static func beginning(of part: String) -> (countries: Set<String>, rest: String)? {
    let words = part.split(whereSeparator: \.isWhitespace)
    for count in stride(from: min(words.count, mostWords), to: 0, by: -1) {
      let name = words.prefix(count).joined(separator: " ")
      let rest = words.dropFirst(count).joined(separator: " ")
      let countries = (codes[name] ?? []).union(names[PlaceFolding.words(name)] ?? [])
      guard rest.isEmpty || rest.contains(where: \.isNumber), !countries.isEmpty else { continue }
      return (countries, rest)
    }
    return nil
  }
}

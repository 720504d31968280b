/// Words of streets and their abbreviations, folded, by language; words of a row are equivalent.
enum Abbreviations {
  private static let rows: [[String]] = [
    // English
    ["street", "st", "str"], ["road", "rd"], ["avenue", "av", "ave", "avda", "avenida"],
    ["boulevard", "bd", "blvd", "bvd", "boul"], ["drive", "dr"], ["lane", "ln"],
    ["court", "ct"], ["square", "sq"], ["highway", "hwy"], ["place", "pl"], ["saint", "st", "ste"],
    ["mount", "mt"], ["north", "n"], ["south", "s"], ["east", "e"], ["west", "w"],
    ["doctor", "dr"], ["terrace", "ter"], ["parkway", "pkwy"], ["crescent", "cres"],
    ["northwest", "nw"], ["northeast", "ne"], ["southwest", "sw"], ["southeast", "se"],
    ["circle", "cir"], ["trail", "trl"], ["alley", "aly"], ["freeway", "fwy"],
    ["expressway", "expy"],
    ["first", "1st"], ["second", "2nd"], ["third", "3rd"], ["fourth", "4th"], ["fifth", "5th"],
    ["sixth", "6th"], ["seventh", "7th"], ["eighth", "8th"], ["ninth", "9th"], ["tenth", "10th"],
    ["eleventh", "11th"], ["twelfth", "12th"], ["thirteenth", "13th"], ["fourteenth", "14th"],
    ["fifteenth", "15th"], ["sixteenth", "16th"], ["seventeenth", "17th"], ["eighteenth", "18th"],
    ["nineteenth", "19th"], ["twentieth", "20th"],
    // German, Dutch, Danish
    ["strasse", "str"], ["platz", "pl"], ["sankt", "st"], ["weg", "w"], ["allee", "al"],
    ["straat", "str"], ["gasse", "g"], ["bahnhof", "bhf", "bf"], ["hauptbahnhof", "hbf"],
    ["gammel", "gl"], ["gamle", "gl"], ["kongens", "kgs"], ["norre", "nr"], ["nordre", "ndr"],
    ["sonder", "sdr"], ["sondre", "sdr"], ["store", "st"], ["lille", "ll"], ["plads", "pl"],
    ["sankt", "skt", "sct"], ["doktor", "dr"], ["burgermeister", "bgm"], ["chaussee", "ch"],
    ["promenade", "prom"], ["plein", "pl"], ["laan", "ln"], ["burgemeester", "burg"],
    ["dokter", "dr"],
    // Portuguese, Spanish, Catalan
    ["rua", "r"], ["praca", "pc", "pca", "prc"], ["avenida", "av", "avda"],
    ["travessa", "tv", "trav"],
    ["largo", "lg", "lgo"], ["doutor", "dr"], ["dom", "d"], ["dona", "d"], ["santo", "sto"],
    ["santa", "sta"], ["sao", "s"], ["engenheiro", "eng"], ["professor", "prof"],
    ["general", "gen", "gal"], ["estrada", "estr", "est"], ["alameda", "al"], ["calle", "c"],
    ["senhora", "sra"], ["senhor", "sr"], ["padre", "pe"], ["conselheiro", "cons"],
    ["comendador", "comend"], ["almirante", "alm"], ["marechal", "mal"], ["coronel", "cel"],
    ["presidente", "pres"], ["capitao", "cap"], ["visconde", "visc"], ["quinta", "qta"],
    ["calcada", "calc", "cc"], ["urbanizacao", "urb"], ["rotunda", "rot"],
    ["nuestra", "ntra"], ["senora", "sra"], ["camino", "cno"], ["ronda", "rda"],
    ["glorieta", "gta"], ["urbanizacion", "urb"], ["poligono", "pol"], ["capitan", "cap"],
    ["plaza", "pza", "pl", "plz"], ["carretera", "ctra"], ["paseo", "po"], ["carrer", "c"],
    ["avinguda", "av", "avda"], ["placa", "pl"], ["passeig", "pg"], ["sant", "st"],
    // French
    ["rue", "r"], ["avenue", "av"], ["place", "pl"], ["chemin", "ch", "chem"], ["impasse", "imp"],
    ["route", "rte", "rt"], ["faubourg", "fbg", "fg"], ["general", "gal", "gen"],
    ["sainte", "ste"], ["residence", "res"], ["quai", "q"], ["allee", "all"],
    ["premier", "1er"], ["docteur", "dr"], ["professeur", "pr", "prof"], ["marechal", "mal"],
    ["president", "pdt", "pres"], ["capitaine", "cap", "cne"], ["colonel", "col"],
    ["passage", "pass"], ["cours", "crs"], ["esplanade", "espl"], ["montee", "mte"],
    // Italian, Maltese
    ["via", "v"], ["viale", "vle"], ["piazza", "pza", "p", "pzza"], ["corso", "cso"],
    ["strada", "str"], ["vicolo", "vic"], ["san", "s"], ["santo", "s"], ["santa", "s"],
    ["generale", "gen"], ["dottor", "dott"], ["fratelli", "flli"], ["contrada", "cda"],
    ["localita", "loc"], ["triq", "tr"],
    // Polish, Czech, Slovak, Croatian, Russian
    ["ulica", "ul"], ["aleja", "al"], ["plac", "pl"], ["osiedle", "os"], ["swietego", "sw"],
    ["ulitsa", "ul", "ulica", "uliza", "vulytsia", "vulitsa"], ["улица", "ул"],
    ["проспект", "пр", "просп"], ["площадь", "пл"],
    ["namesti", "nam"], ["ulice", "ul"],
    // Greek
    ["οδοσ", "οδ"], ["λεωφοροσ", "λεωφ", "λ"], ["πλατεια", "πλ"],
  ]

  private static let others: [[UInt8]: [[UInt8]]] = {
    var table: [[UInt8]: [[UInt8]]] = [:]
    for row in rows {
      let words = row.map { Array($0.utf8) }
      for word in words {
        for other in words where other != word && !(table[word] ?? []).contains(other) {
          table[word, default: []].append(other)
        }
      }
    }
    return table
  }()

  /// Abbreviated endings: `hauptstr` for `hauptstrasse`.
  private static let endings: [(short: [UInt8], long: [UInt8])] = [
    (Array("str".utf8), Array("strasse".utf8)), (Array("pl".utf8), Array("platz".utf8)),
    (Array("g".utf8), Array("gasse".utf8)),
    // Dutch, Danish and Swedish: `Kerkstr.`, `Museumpl.`, `Rådhuspl.`, `Vesterg.`, `Storg.`
    (Array("str".utf8), Array("straat".utf8)), (Array("pl".utf8), Array("plein".utf8)),
    (Array("pl".utf8), Array("plads".utf8)), (Array("g".utf8), Array("gade".utf8)),
    (Array("g".utf8), Array("gatan".utf8)),
  ]

  /// The minimum length before such an ending, that of `Austr`.
  private static let leastStem = 2

  /// The other forms of a folded word, with a number in the digits of other scripts.
  static func forms(of word: [UInt8]) -> [[UInt8]] {
    var result = (others[word] ?? []) + Digits.spellings(of: word)
    for (short, long) in endings {
      if word.count >= short.count + leastStem, word.suffix(short.count).elementsEqual(short) {
        result.append(word.dropLast(short.count) + long)
      }
      if word.count >= long.count + leastStem, word.suffix(long.count).elementsEqual(long) {
        result.append(word.dropLast(long.count) + short)
      }
    }
    if let greek = greekForm(of: word) { result.append(greek) }
    return result
  }

  /// A word with the Latin letters of μπ and ντ, which people write as they are spoken, too: b, and d at the beginning
  /// of a word; nil for other words.
  private static func greekForm(of word: [UInt8]) -> [UInt8]? {
    let (b, m) = (UInt8(ascii: "b"), UInt8(ascii: "m"))
    guard word.count >= 4 else { return nil }
    if word[0] == UInt8(ascii: "d") { return Array("nt".utf8) + word.dropFirst() }
    if word[0] != b { return nil }
    var result: [UInt8] = []
    for letter in word {
      if letter != b {
        result.append(letter)
      } else {
        // Behind a vowel, some write mb.
        result += Array((result.last == m ? "p" : "mp").utf8)
      }
    }
    return result
  }
}

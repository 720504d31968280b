internal import NavFormat

/// Dates in the names of streets, such as `25 de Abril`, whose day some write in words.
extension TypedWords {
  /// How dates are written in a language.
  private struct DateLanguage {
    /// The folded names of the months.
    let months: Set<[UInt8]>
    /// The folded word between day and month; nil for none.
    let connector: [UInt8]?
    /// The writings of the days from the first on, each as folded words.
    let days: [[[[UInt8]]]]

    /// - Parameters:
    ///   - months: The months, separated by spaces.
    ///   - connector: The word between day and month.
    ///   - days: The days in words from the first on, separated by commas; those in digits are added.
    init(months: String, connector: String? = nil, days: String) {
      self.months = Set(PlaceFolding.words(months))
      self.connector = connector.map { Array($0.utf8) }
      self.days = days.split(separator: ",").enumerated().map { index, texts in
        [[Array("\(index + 1)".utf8)]]
          + texts.split(separator: "/").map { PlaceFolding.words(String($0)) }
      }
    }

    /// The day that ends before a word, as the index where it begins and its other writings; nil if none does.
    func day(
      in words: [[UInt8]], endingAt end: Int
    ) -> (start: Int, others: [[[UInt8]]])? {
      var best: (start: Int, others: [[[UInt8]]])?
      for writings in days {
        for writing in writings
        where end >= writing.count && words[..<end].suffix(writing.count).elementsEqual(writing) {
          // `vinte e cinco` is not `cinco`.
          let start = end - writing.count
          if start < best?.start ?? end { best = (start, writings.filter { $0 != writing }) }
        }
      }
      return best
    }
  }

  private static let dateLanguages = [
    DateLanguage(
      months: """
        janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
        """,
      connector: "de",
      days: """
        primeiro/1º,dois,três,quatro,cinco,seis,sete,oito,nove,dez,onze,doze,treze,catorze/quatorze,quinze,\
        dezasseis/dezesseis,dezassete/dezessete,dezoito,dezanove/dezenove,vinte,vinte e um,vinte e dois,vinte e três,\
        vinte e quatro,vinte e cinco,vinte e seis,vinte e sete,vinte e oito,vinte e nove,trinta,trinta e um
        """),
    DateLanguage(
      months: """
        enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
        """,
      connector: "de",
      days: """
        primero/1º/uno,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce,trece,catorce,quince,dieciséis,\
        diecisiete,dieciocho,diecinueve,veinte,veintiuno,veintidós,veintitrés,veinticuatro,veinticinco,veintiséis,\
        veintisiete,veintiocho,veintinueve,treinta,treinta y uno
        """),
    DateLanguage(
      months: """
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre
        """,
      days: """
        premier/1er,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,\
        dix-huit,dix-neuf,vingt,vingt et un,vingt-deux,vingt-trois,vingt-quatre,vingt-cinq,vingt-six,vingt-sept,\
        vingt-huit,vingt-neuf,trente,trente et un
        """),
    DateLanguage(
      months: """
        gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
        """,
      days: """
        primo/1º/I,due/II,tre/III,quattro/IV,cinque/V,sei/VI,sette/VII,otto/VIII,nove/IX,dieci/X,undici/XI,dodici/XII,\
        tredici/XIII,quattordici/XIV,quindici/XV,sedici/XVI,diciassette/XVII,diciotto/XVIII,diciannove/XIX,venti/XX,\
        ventuno/XXI,ventidue/XXII,ventitré/XXIII,ventiquattro/XXIV,venticinque/XXV,ventisei/XXVI,ventisette/XXVII,\
        ventotto/XXVIII,ventinove/XXIX,trenta/XXX,trentuno/XXXI
        """),
  ]

  /// `rua cinco de outubro` as `rua 5 de outubro`, and the reverse: the text with the other writings of its first day,
  /// in all languages that have the month.
  var datesRespelled: [[[UInt8]]] {
    var result: [[[UInt8]]] = []
    for (index, word) in sequence.enumerated() where index > 0 && result.isEmpty {
      for language in Self.dateLanguages where language.months.contains(word) {
        let isConnected = language.connector == sequence[index - 1]
        let end = isConnected ? index - 1 : index
        guard let day = language.day(in: sequence, endingAt: end) else { continue }
        for other in day.others {
          let words = sequence[..<day.start] + other + sequence[end...]
          if !result.contains(Array(words)) { result.append(Array(words)) }
        }
      }
    }
    return result
  }
}

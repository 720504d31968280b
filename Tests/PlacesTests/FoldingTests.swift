import NavFormat
import Testing

/// Folding: a table of texts and their words.
@Suite struct FoldingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var words: [String]
    var others: [String] = []
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    .init(text: "Rua do Almada", words: ["rua", "do", "almada"]),
    .init(text: "Praça da Liberdade", words: ["praca", "da", "liberdade"]),
    .init(text: "MÜHLSTRASSE", words: ["muhlstrasse"], others: ["muehlstrasse"]),
    .init(text: "Mühlstraße 3a", words: ["muhlstrasse", "3a"], others: ["muehlstrasse"]),
    // The same letter as one scalar and as letter and mark.
    .init(text: "Mu\u{308}hle", words: ["muhle"]),
    .init(text: "Ærøskøbing", words: ["aeroskobing"], others: ["aeroeskoebing"]),
    .init(text: "Łódź", words: ["lodz"]),
    .init(text: "L'Aquila/St.-Gallen", words: ["l", "aquila", "st", "gallen"]),
    .init(
      text: "Λεωφόρος Αθηνών", words: ["λεωφοροσ", "αθηνων"], others: ["leoforos", "athinon"]),
    .init(text: "Οὐρανός", words: ["ουρανοσ"], others: ["ouranos"]),
    .init(
      text: "улица Чайковского", words: ["улица", "чаиковского"],
      others: ["ulitsa", "chaikovskogo"]),
    .init(text: "İstanbul", words: ["istanbul"]),
    .init(text: "東京 駅", words: ["東京", "駅"]),
    .init(text: "", words: []),
    .init(text: " \u{0}\u{1}\n- ", words: []),
    .init(text: "a\u{202E}b", words: ["ab"]),
    .init(text: "ﬁn", words: ["fin"]),
  ]

  @Test("a text has the folded words of the table", arguments: cases)
  func words(_ example: Case) {
    let found = PlaceFolding.words(example.text).map { String(decoding: $0, as: UTF8.self) }
    #expect(found == example.words)
    let others = PlaceFolding.otherWords(example.text).map { String(decoding: $0, as: UTF8.self) }
    #expect(others == example.others)
  }

  @Test("folding is idempotent, bounded, and gives words of letters and digits for any scalars")
  func anything() {
    var state: UInt64 = 7
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if let scalar = Unicode.Scalar(UInt32(state >> 40) % 0x3000) { text.append(scalar) }
      }
      let words = PlaceFolding.words(String(text))
      #expect(words.count <= PlaceFolding.maximumWords)
      for word in words {
        #expect(!word.isEmpty && word.count <= PlaceFolding.maximumWordBytes)
        let again = PlaceFolding.words(String(decoding: word, as: UTF8.self))
        #expect(again == [word], "\(Array(text).map { String($0.value, radix: 16) })")
      }
    }
  }

  @Test("a text of ten megabytes takes no longer than its first words")
  func long() {
    let text = String(repeating: "x", count: 10_000_000) + " y"
    #expect(PlaceFolding.words(text).map(\.count) == [PlaceFolding.maximumWordBytes, 1])
    #expect(PlaceFolding.words(String(repeating: "ab ", count: 3_000_000)).count == 24)
  }
}

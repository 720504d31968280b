/// The decimal digits of scripts other than Latin, such as ٣, ३ and ３.
enum Digits {
  /// The zeros of the scripts in which people write numbers: Arabic, Persian and Urdu, Devanagari, Bengali, Burmese,
  /// and the wide digits of Japanese keyboards.
  private static let zeros: [UInt32] = [0x660, 0x6F0, 0x966, 0x9E6, 0x1040, 0xFF10]
  /// The first bytes of these digits in UTF-8.
  static let firstBytes: [UInt8] = [0xD9, 0xDB, 0xE0, 0xE1, 0xEF]

  /// A folded word with 0 to 9 for the digits of these scripts.
  static func plain(_ word: [UInt8]) -> [UInt8] {
    if word.allSatisfy({ $0 < 0x80 }) { return word }
    var result: [UInt8] = []
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if let zero = zeros.first(where: { $0...$0 + 9 ~= scalar.value }) {
        result.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: scalar.value - zero))
      } else {
        result.append(contentsOf: String(scalar).utf8)
      }
    }
    return result
  }

  /// A number in the digits of each of these scripts, possibly with letters beyond ASCII; empty for other words.
  static func spellings(of word: [UInt8]) -> [[UInt8]] {
    guard word.contains(where: TypedWords.isDigit),
      word.allSatisfy({ TypedWords.isDigit($0) || $0 >= 0x80 })
    else { return [] }
    return zeros.map { zero in
      word.flatMap { byte -> [UInt8] in
        guard TypedWords.isDigit(byte),
          let digit = Unicode.Scalar(zero + UInt32(byte - UInt8(ascii: "0")))
        else { return [byte] }
        return Array(String(digit).utf8)
      }
    }
  }
}

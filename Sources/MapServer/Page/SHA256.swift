/// The hash that identifies the scripts that a page may run (FIPS 180-4).
///
/// It is meant for a few kilobytes: the scripts of the page, and requests.
enum SHA256 {
  /// The hash of some bytes: 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state = start
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    for block in stride(from: 0, to: padded.count, by: 64) {
      add(padded[block..<block + 64], to: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Bytes in base64, with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for at in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[at..<min(at + 3, bytes.count)]
      var bits = 0
      for place in 0..<3 { bits = bits << 8 | (place < group.count ? Int(group[at + place]) : 0) }
      for place in 0..<4 {
        let isUsed = place <= group.count
        text.append(isUsed ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words: [UInt32] = []
    for at in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let second = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var s = state
    for index in 0..<64 {
      let mixed = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ mixed &+ choice &+ constants[index] &+ words[index]
      let turned = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
      let second = turned &+ (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2])
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value >> count | value << (32 - count)
  }

  /// The fractions of the square roots of the first eight primes.
  private static let start: [UInt32] = fractions(8) { $0.squareRoot() }
  /// The fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = fractions(64, cubeRoot)

  private static func fractions(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    var primes: [Int] = []
    var next = 2
    while primes.count < count {
      if primes.allSatisfy({ next % $0 != 0 }) { primes.append(next) }
      next += 1
    }
    return primes.map { prime in
      let root = root(Double(prime))
      return UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }
  }

  /// Newton's method, exact to the last required bit.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = value
    for _ in 0..<64 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}

import Bytes
import OSMInput
import RoadRules

/// What the values of the tags of addresses say; each distinct value is read once.
struct AddressValues: Sendable {
  /// A distinct value.
  private struct Value: Sendable {
    /// Where it ends in `bytes`.
    var end: Int
    var hash: UInt64
    var text: AddressText?
    /// Where its house numbers are in `numbers`; nil if they were not asked for yet.
    var numbers: Range<Int>?
  }

  /// A value of the block of the input that is read, and its index.
  private struct Recent: Sendable {
    var id: OSMTextID?
    var value = 0
  }

  /// The number of values of a block that are kept, a power of two.
  private static let recentCount = 1 << 12

  private(set) var texts = AddressTexts()
  /// The house numbers of values, one after another.
  private(set) var numbers: [AddressText] = []
  private let rules: RoadRules
  private var bytes: [UInt8] = []
  private var values: [Value] = []
  /// The indices of values plus 1 by their hashes, 0 for none; at most half are in use.
  private var slots = [Int](repeating: 0, count: 1 << 6)
  /// A random start of hashes, so that no input can have values of equal hashes on purpose.
  private let seed = UInt64.random(in: .min ... .max)
  /// Values by the last bits of their offsets in the block.
  private var recent = [Recent](repeating: Recent(), count: recentCount)

  init(_ rules: RoadRules) { self.rules = rules }

  /// The text (``RoadRules/placeText(_:)``) of the value of a tag; nil if it has none.
  mutating func text(at index: Int, in tags: borrowing OSMTags) -> AddressText? {
    values[value(at: index, in: tags)].text
  }

  /// The house numbers of the value of a tag, as a range in ``numbers``.
  mutating func houseNumbers(at index: Int, in tags: borrowing OSMTags) -> Range<Int> {
    let value = value(at: index, in: tags)
    if let known = values[value].numbers { return known }
    let number = tags.value(at: index)
    let reading = rules.address(number: number, street: nil, city: nil, postcode: nil)
    let range = add(reading?.numbers ?? [])
    values[value].numbers = range
    return range
  }

  /// Adds a text that is not the value of a tag.
  mutating func add(_ text: String) -> AddressText { texts.number(of: text) }

  /// Adds house numbers, and returns their range in ``numbers``.
  mutating func add(_ some: [String]) -> Range<Int> {
    let start = numbers.count
    for number in some { numbers.append(texts.number(of: number)) }
    return start..<numbers.count
  }

  // MARK: Distinct values

  /// The index of the value of a tag.
  private mutating func value(at index: Int, in tags: borrowing OSMTags) -> Int {
    guard let id = tags.valueID(at: index) else {
      return tags.withValue(at: index) { self.index(of: $0) }
    }
    let slot = Int(id.offset) & (Self.recentCount - 1)
    if recent[slot].id != id {
      recent[slot] = Recent(id: id, value: tags.withValue(at: index) { self.index(of: $0) })
    }
    return recent[slot].value
  }

  /// The index of a value, which may be new.
  private mutating func index(of value: RawSpan) -> Int {
    let hash = hash(value)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = slots[slot] - 1
      if values[known].hash == hash, isEqual(known, value) { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    // Longer ones, which are rare, are not kept, and found no more.
    let isKept = value.byteCount <= RoadRules.maximumPlaceTextBytes
    if isKept { for place in 0..<value.byteCount { bytes.append(value.u8(place)) } }
    let text = RoadRules.placeText(value.text(0..<value.byteCount))
    values.append(Value(end: bytes.count, hash: hash, text: text.map { texts.number(of: $0) }))
    if isKept { slots[slot] = values.count }
    if 2 * values.count > slots.count { grow() }
    return values.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: 2 * slots.count)
    for (index, value) in values.enumerated() {
      var slot = Int(truncatingIfNeeded: value.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = index + 1
    }
  }

  private func hash(_ value: RawSpan) -> UInt64 {
    var hash = seed ^ UInt64(value.byteCount)
    func add(_ word: UInt64) {
      // An odd constant of random bits; the upper bits of the product depend on all bits.
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var offset = 0
    while offset + 8 <= value.byteCount {
      add(value.u64(offset))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < value.byteCount {
      rest = rest << 8 | UInt64(value.u8(offset))
      offset += 1
    }
    add(rest)
    return hash
  }

  private func isEqual(_ index: Int, _ value: RawSpan) -> Bool {
    let start = index == 0 ? 0 : values[index - 1].end
    guard values[index].end - start == value.byteCount else { return false }
    let known = bytes.rawBytes
    var place = 0
    while place + 8 <= value.byteCount {
      if known.u64(start + place) != value.u64(place) { return false }
      place += 8
    }
    while place < value.byteCount {
      if known.u8(start + place) != value.u8(place) { return false }
      place += 1
    }
    return true
  }
}

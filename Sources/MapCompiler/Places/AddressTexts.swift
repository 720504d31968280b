/// A text of addresses, such as a house number or the name of a street, by its number in ``AddressTexts``.
struct AddressText: Hashable, Sendable {
  var number: UInt32
}

/// The texts of addresses, each once, as most addresses have several in common with others.
struct AddressTexts: Sendable {
  private var table = InternTable<String>()

  /// The text with a number of this table.
  subscript(text: AddressText) -> String { table.values[Int(text.number)] }

  /// The number of a text, which may be new.
  mutating func number(of text: String) -> AddressText {
    AddressText(number: table.index(of: text))
  }
}

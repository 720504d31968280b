/// An address from the tags of an element.
package struct AddressReading: Sendable, Equatable {
  /// The house numbers, at least one.
  package var numbers: [String]
  /// The street, or a place without streets; nil if the tags have neither.
  package var street: String?
  /// The settlement of the postal address.
  package var city: String?
  /// The postcode.
  package var postcode: String?
}

import Expat

/// Receives what is found in OSM XML: element by element, attribute by attribute, as bytes in place.
///
/// A class with overridden methods, which a reading holds without being generic. The spans are valid during the
/// call.
class XMLHandler: ExpatHandler {
  /// Set to make the parser stop at this place and report this reason.
  final var refusal: String?
  /// Set beside ``refusal`` where the text is well-formed, and what it holds is not read.
  final var refusedFeature: (name: String, advice: String)?

  /// Whether the elements so far are complete, but for the one that holds them all.
  var isBetweenElements: Bool { false }

  /// A piece of text was read without the parser.
  func deliver(_ piece: borrowing PlainElements) {}
  /// An element begins; its attributes follow.
  func startElement(_ name: Span<UInt8>) {}
  /// One attribute of the element that began, its value in UTF-8 with references resolved.
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {}
  /// All attributes of the element that began have been delivered.
  func endAttributes() {}
  /// The innermost element ends.
  func endElement() {}

  final func text(_ piece: Span<UInt8>) {}
  final func endElement(at place: ExpatPlace) { endElement() }
}

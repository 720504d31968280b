import Expat

/// Receives the elements and attributes of OSM XML as bytes in place.
///
/// It is a class with overridden methods, so that its owner need not be generic. The spans are
/// valid during the call.
class XMLHandler: ExpatHandler {
  /// The reason to report, which stops the parser at this place if it is set.
  final var refusal: String?
  /// Set with ``refusal`` if the text is well-formed, but has an unsupported feature.
  final var refusedFeature: (name: String, advice: String)?

  /// Whether the elements so far are complete, except the outermost one.
  var isBetweenElements: Bool { false }

  /// Receives a piece of text that was read without the parser.
  func deliver(_ piece: borrowing PlainElements) {}
  /// Begins an element, whose attributes follow.
  func startElement(_ name: Span<UInt8>) {}
  /// Receives an attribute of that element; its value is UTF-8 with references replaced.
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {}
  /// Ends the attributes of that element.
  func endAttributes() {}
  /// Ends the innermost element.
  func endElement() {}

  final func text(_ piece: Span<UInt8>) {}
  final func endElement(at place: ExpatPlace) { endElement() }
}

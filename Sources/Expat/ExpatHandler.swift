/// Receives what expat finds in a document, piece by piece, as bytes in UTF-8.
///
/// A class, since expat calls back through C functions, which can't be generic. The spans are valid during the
/// call.
package protocol ExpatHandler: AnyObject {
  /// Set to make the parser stop at this place and report this reason.
  var refusal: String? { get set }

  /// An element begins; its attributes follow.
  func startElement(_ name: Span<UInt8>)
  /// One attribute of the element that began, its value with references resolved.
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)
  /// All attributes of the element that began have been delivered.
  func endAttributes()
  /// A piece of the text inside the innermost element, with references resolved; only for parsers that read text.
  func text(_ piece: Span<UInt8>)
  /// The innermost element ends.
  func endElement(at place: ExpatPlace)
}

/// What a document is expected to be.
package struct ExpatOptions: Sendable {
  /// What it is called where something in it is refused: `OSM data`.
  package var format: String
  /// Whether the handler receives the text inside elements.
  package var readsText: Bool
  /// Whether an encoding that expat does not know is read all the same, ASCII as it stands and all else as
  /// U+FFFD; else such a document is refused.
  package var takesAnyEncoding: Bool

  /// Options with a name for the format.
  package init(format: String, readsText: Bool = false, takesAnyEncoding: Bool = false) {
    self.format = format
    self.readsText = readsText
    self.takesAnyEncoding = takesAnyEncoding
  }
}

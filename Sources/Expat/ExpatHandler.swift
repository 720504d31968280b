/// Receives the pieces of a document that expat finds, as bytes in UTF-8.
///
/// It is a class, since expat calls back through C functions, which can't be generic. The spans are
/// valid during the call.
package protocol ExpatHandler: AnyObject {
  /// The reason to report, which stops the parser at this place if it is set.
  var refusal: String? { get set }

  /// Begins an element, whose attributes follow.
  func startElement(_ name: Span<UInt8>)
  /// Receives an attribute of that element, with references in its value replaced.
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)
  /// Ends the attributes of that element.
  func endAttributes()
  /// Receives text inside the innermost element, with references replaced.
  ///
  /// It is called only if the parser reads text.
  func text(_ piece: Span<UInt8>)
  /// Ends the innermost element.
  func endElement(at place: ExpatPlace)
}

/// The format of a document, and the options for reading it.
package struct ExpatOptions: Sendable {
  /// The name of the format in error messages, such as `OSM data`.
  package var format: String
  /// Whether the handler receives the text inside elements.
  package var readsText: Bool
  /// Whether documents in encodings that expat does not know are read.
  ///
  /// Their ASCII bytes are unchanged and all others become U+FFFD. If false, they are refused.
  package var takesAnyEncoding: Bool

  /// Options with a name for the format.
  package init(format: String, readsText: Bool = false, takesAnyEncoding: Bool = false) {
    self.format = format
    self.readsText = readsText
    self.takesAnyEncoding = takesAnyEncoding
  }
}

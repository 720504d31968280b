import CExpat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Parses XML text into calls of an ``XMLHandler``: a thin shim over the system's expat.
///
/// Names and values go out as spans of expat's buffer.
/// Declarations of entities are refused, so that no small file can grow to a large text.
@safe
struct ExpatParser: ~Copyable {
  /// Why parsing stopped.
  struct Flaw: Error {
    var reason: String
    /// Whether the text was well-formed as far as it went.
    var isTruncation: Bool
    /// Bytes before the flaw, and the line it is on, both from the beginning of the text.
    var byteOffset: Int
    var line: Int
  }

  /// A comment or tag longer than this is refused, since expat must hold it in memory as a whole.
  static let tokenLimit = 16 * 1024 * 1024

  private let parser: XML_Parser
  private let callbacks: Callbacks
  private var bytesParsed = 0

  /// A parser that calls `handler`.
  init(_ handler: XMLHandler) {
    // SAFETY: no encoding is given; the parser is freed in `deinit`.
    guard let created = unsafe XML_ParserCreate(nil) else {
      preconditionFailure("XML_ParserCreate failed: out of memory")
    }
    unsafe parser = created
    unsafe callbacks = Callbacks(handler, created)
    // SAFETY: `callbacks` lives as long as this value, which owns it, and expat calls back only
    // while this value is in `parse`.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(callbacks).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in
        unsafe Callbacks.from(data)?.start(name, attributes)
      },
      { data, _ in
        unsafe Callbacks.from(data)?.handler.endElement()
      })
    unsafe XML_SetXmlDeclHandler(
      parser,
      { data, _, encoding, _ in
        guard let encoding = unsafe encoding else { return }
        unsafe Callbacks.from(data)?.note(encoding: encoding)
      })
    unsafe XML_SetCdataSectionHandler(
      parser, { data in unsafe Callbacks.from(data)?.isInCDATA = true },
      { data in unsafe Callbacks.from(data)?.isInCDATA = false })
    unsafe XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, _, _, hasInternalSubset in
        guard hasInternalSubset != 0 else { return }
        unsafe Callbacks.from(data)?.refuse("a document type with declarations of its own")
      })
    unsafe XML_SetEntityDeclHandler(
      parser,
      { data, _, _, _, _, _, _, _, _ in
        unsafe Callbacks.from(data)?.refuse("an entity declaration")
      })
  }

  deinit {
    // SAFETY: created in `init`; nobody else has the pointer once `callbacks` goes too.
    unsafe XML_ParserFree(parser)
  }

  /// Whether all text so far belongs to something that is complete, in an encoding whose text can also be
  /// understood without this parser.
  var isBetweenTokens: Bool {
    // SAFETY: the parser is alive.
    unsafe !callbacks.hasOtherEncoding && !callbacks.isInCDATA
      && Int(XML_GetCurrentByteIndex(parser)) == bytesParsed
  }

  /// Parses the next piece of text; an empty one ends the document.
  mutating func parse(_ text: ArraySlice<UInt8>) -> Result<Void, Flaw> {
    // SAFETY: the bytes are used within the closure, in which expat copies what it has to keep.
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        bytes.isEmpty ? 1 : 0)
    }
    bytesParsed += text.count
    if status != XML_STATUS_OK { return .failure(flaw(isFinal: text.isEmpty)) }
    // SAFETY: the parser is alive; -1 means that it knows no place yet.
    let place = unsafe max(0, Int(XML_GetCurrentByteIndex(parser)))
    if bytesParsed - place > Self.tokenLimit {
      return .failure(
        flaw(reason: "a tag or comment is longer than \(Self.tokenLimit) bytes", false))
    }
    return .success(())
  }

  private func flaw(isFinal: Bool) -> Flaw {
    // SAFETY: the parser is alive, and messages are constant, terminated strings.
    let code = unsafe XML_GetErrorCode(parser)
    if let refusal = callbacks.handler.refusal {
      return Flaw(
        reason: refusal, isTruncation: false, byteOffset: callbacks.refusalByteOffset,
        line: callbacks.refusalLine)
    }
    let isCut =
      code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN
      || code == XML_ERROR_PARTIAL_CHAR || code == XML_ERROR_UNCLOSED_CDATA_SECTION
    let message = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
    return flaw(reason: message ?? "expat error \(code.rawValue)", isFinal && isCut)
  }

  private func flaw(reason: String, _ isTruncation: Bool) -> Flaw {
    // SAFETY: the parser is alive.
    let place = unsafe Int(XML_GetCurrentByteIndex(parser))
    let line = unsafe Int(XML_GetCurrentLineNumber(parser))
    return Flaw(
      reason: reason, isTruncation: isTruncation,
      byteOffset: isTruncation ? bytesParsed : max(0, place), line: line)
  }
}

/// What expat's C callbacks are given: the handler to call and the parser to stop.
@safe
private final class Callbacks {
  let handler: XMLHandler
  private let parser: XML_Parser
  /// Where the element or declaration that was refused begins.
  private(set) var refusalByteOffset = 0
  private(set) var refusalLine = 0
  /// Whether a section of characters that are no mark-up is open.
  var isInCDATA = false
  /// Whether the document says that it is not in UTF-8.
  private(set) var hasOtherEncoding = false

  init(_ handler: XMLHandler, _ parser: XML_Parser) {
    self.handler = handler
    unsafe self.parser = unsafe parser
  }

  /// The object behind expat's user data.
  static func from(_ data: UnsafeMutableRawPointer?) -> Callbacks? {
    // SAFETY: `ExpatParser` set the pointer to an object that it keeps alive.
    unsafe data.map { unsafe Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  func start(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    // SAFETY: expat passes terminated strings that live during the callback, and a list of names
    // and values in turn, which nil ends.
    guard let name = unsafe name, handler.refusal == nil else { return }
    unsafe handler.startElement(bytes(name).span)
    if let attributes = unsafe attributes {
      var index = 0
      while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
        unsafe handler.attribute(bytes(key).span, bytes(value).span)
        index += 2
      }
    }
    handler.endAttributes()
    if handler.refusal != nil { stop() }
  }

  /// Notes the encoding that the document names.
  func note(encoding: UnsafePointer<CChar>) {
    // SAFETY: expat passes a terminated string that lives during the callback.
    hasOtherEncoding = unsafe String(cString: encoding).uppercased() != "UTF-8"
  }

  /// Stops the parser at a declaration.
  func refuse(_ what: String) {
    guard handler.refusal == nil else { return }
    handler.refusal = "\(what) is refused: OSM data needs none"
    stop()
  }

  private func stop() {
    // SAFETY: the parser is alive, since it is what called. Asked later, it would name a place
    // behind what was refused.
    refusalByteOffset = unsafe max(0, Int(XML_GetCurrentByteIndex(parser)))
    refusalLine = unsafe Int(XML_GetCurrentLineNumber(parser))
    unsafe XML_StopParser(parser, 0)
  }

  private func bytes(_ string: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: a terminated string of `strlen` bytes; CChar and UInt8 have the same layout.
    unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self), count: strlen(string))
  }
}

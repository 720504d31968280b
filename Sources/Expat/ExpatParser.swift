import CExpat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Parses XML text into calls of an ``ExpatHandler``: a thin shim over the system's expat.
///
/// Names and values go out as spans of expat's buffer.
/// Declarations of entities are refused, so that no small file can grow to a large text.
@safe
package struct ExpatParser: ~Copyable {
  /// Why parsing stopped.
  package struct Flaw: Error {
    /// Flaws that this parser explains better than expat.
    package enum Kind: Sendable, Equatable {
      /// The text ends inside a tag, a comment or another mark.
      case cutMark
      /// The text ends before its root element is closed.
      case cutElement
      /// A tag of this name closes an element of another.
      case mismatchedTag(String)
      /// Something follows the root element.
      case junkAtEnd
      case other
    }

    /// What is wrong, in expat's words, or in those of the handler.
    package var reason: String
    /// Which kind of flaw it is.
    package var kind: Kind
    /// Bytes before the flaw, from the beginning of the text.
    package var byteOffset: Int
    /// The line it is on, from the beginning of the text.
    package var line: Int

    /// Whether the text was well-formed as far as it went.
    package var isTruncation: Bool { kind == .cutMark || kind == .cutElement }
  }

  /// A comment or tag longer than this is refused, since expat must hold it in memory as a whole.
  package static let tokenLimit = 16 * 1024 * 1024

  private let parser: XML_Parser
  private let callbacks: ExpatPlace
  private var bytesParsed = 0

  /// A parser that calls `handler`.
  package init(_ handler: any ExpatHandler, _ options: ExpatOptions) {
    // SAFETY: no encoding is given; the parser is freed in `deinit`.
    guard let created = unsafe XML_ParserCreate(nil) else {
      preconditionFailure("XML_ParserCreate failed: out of memory")
    }
    unsafe parser = created
    unsafe callbacks = ExpatPlace(handler, created, format: options.format)
    // SAFETY: `callbacks` lives as long as this value, which owns it, and expat calls back only
    // while this value is in `parse`.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(callbacks).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in
        unsafe ExpatPlace.from(data)?.start(name, attributes)
      },
      { data, _ in
        unsafe ExpatPlace.from(data)?.endElement()
      })
    if options.readsText {
      unsafe XML_SetCharacterDataHandler(
        parser, { data, text, count in unsafe ExpatPlace.from(data)?.text(text, count) })
    }
    if options.takesAnyEncoding { unsafe Self.takeAnyEncoding(parser) }
    unsafe XML_SetXmlDeclHandler(
      parser,
      { data, _, encoding, _ in
        guard let encoding = unsafe encoding else { return }
        unsafe ExpatPlace.from(data)?.note(encoding: encoding)
      })
    unsafe XML_SetCdataSectionHandler(
      parser, { data in unsafe ExpatPlace.from(data)?.isInCDATA = true },
      { data in unsafe ExpatPlace.from(data)?.isInCDATA = false })
    unsafe XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, _, _, hasInternalSubset in
        guard hasInternalSubset != 0 else { return }
        unsafe ExpatPlace.from(data)?.refuse("a document type with declarations of its own")
      })
    unsafe XML_SetEntityDeclHandler(
      parser,
      { data, _, _, _, _, _, _, _, _ in
        unsafe ExpatPlace.from(data)?.refuse("an entity declaration")
      })
  }

  /// Makes expat read encodings that it does not know as far as they are ASCII.
  private static func takeAnyEncoding(_ parser: XML_Parser) {
    unsafe XML_SetUnknownEncodingHandler(
      parser,
      { _, _, info in
        guard let info = unsafe info else { return 0 }
        // SAFETY: expat passes a structure to be filled, which lives during the callback.
        unsafe withUnsafeMutableBytes(of: &info.pointee.map) { map in
          let codes = unsafe map.bindMemory(to: Int32.self)
          for byte in codes.indices { unsafe codes[byte] = byte < 128 ? Int32(byte) : 0xFFFD }
        }
        unsafe info.pointee.convert = nil
        unsafe info.pointee.release = nil
        return 1
      }, nil)
  }

  deinit {
    // SAFETY: created in `init`; nobody else has the pointer once `callbacks` goes too.
    unsafe XML_ParserFree(parser)
  }

  /// Whether all text so far belongs to something that is complete, in an encoding whose text can also be
  /// understood without this parser.
  package var isBetweenTokens: Bool {
    // SAFETY: the parser is alive.
    unsafe !callbacks.hasOtherEncoding && !callbacks.isInCDATA
      && Int(XML_GetCurrentByteIndex(parser)) == bytesParsed
  }

  /// Parses the next piece of text; an empty one ends the document.
  package mutating func parse(_ text: ArraySlice<UInt8>) -> Result<Void, Flaw> {
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
      return .failure(flaw("a tag or comment is longer than \(Self.tokenLimit) bytes", .other))
    }
    return .success(())
  }

  private func flaw(isFinal: Bool) -> Flaw {
    // SAFETY: the parser is alive, and messages are constant, terminated strings.
    let code = unsafe XML_GetErrorCode(parser)
    if let refusal = callbacks.handler.refusal {
      return Flaw(
        reason: refusal, kind: .other, byteOffset: callbacks.refusalByteOffset,
        line: callbacks.refusalLine)
    }
    let message = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
    let kind: Flaw.Kind =
      switch code {
      case XML_ERROR_NO_ELEMENTS where isFinal: .cutElement
      case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
        isFinal ? .cutMark : .other
      case XML_ERROR_TAG_MISMATCH: .mismatchedTag(wordAtPlace())
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: .junkAtEnd
      default: .other
      }
    return flaw(message ?? "expat error \(code.rawValue)", kind)
  }

  private func flaw(_ reason: String, _ kind: Flaw.Kind) -> Flaw {
    // SAFETY: the parser is alive.
    let place = unsafe Int(XML_GetCurrentByteIndex(parser))
    let isCut = kind == .cutMark || kind == .cutElement
    return Flaw(
      reason: reason, kind: kind, byteOffset: isCut ? bytesParsed : max(0, place),
      line: callbacks.line)
  }

  /// The name at the place where the parser stopped, as far as it is short.
  private func wordAtPlace() -> String {
    var offset: Int32 = 0
    var count: Int32 = 0
    // SAFETY: the parser is alive; what it returns are `count` bytes that it keeps until it is called again.
    guard let text = unsafe XML_GetInputContext(parser, &offset, &count), offset >= 0 else {
      return ""
    }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(max(count, offset)))
    let word = unsafe bytes[Int(offset)...].prefix(40).map { UInt8(bitPattern: $0) }
    return String(
      decoding: word.prefix { $0 > 32 && $0 != UInt8(ascii: ">") }, as: UTF8.self)
  }
}

/// The place in the document at which a handler is called.
///
/// It is what expat's C callbacks are given: the handler to call and the parser to stop.
@safe
package final class ExpatPlace {
  fileprivate let handler: any ExpatHandler
  private let parser: XML_Parser
  private let format: String
  /// Where the element or declaration that was refused begins.
  fileprivate private(set) var refusalByteOffset = 0
  fileprivate private(set) var refusalLine = 0
  /// Whether a section of characters that are no mark-up is open.
  fileprivate var isInCDATA = false
  /// Whether the document says that it is not in UTF-8.
  fileprivate private(set) var hasOtherEncoding = false

  fileprivate init(_ handler: any ExpatHandler, _ parser: XML_Parser, format: String) {
    self.handler = handler
    self.format = format
    unsafe self.parser = unsafe parser
  }

  /// The line, from 1; counting to it takes a while.
  package var line: Int {
    // SAFETY: the parser is alive, since it is what called, or is asked by its owner.
    unsafe Int(XML_GetCurrentLineNumber(parser))
  }

  /// The object behind expat's user data.
  fileprivate static func from(_ data: UnsafeMutableRawPointer?) -> ExpatPlace? {
    // SAFETY: `ExpatParser` set the pointer to an object that it keeps alive.
    unsafe data.map { unsafe Unmanaged<ExpatPlace>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func endElement() { handler.endElement(at: self) }

  fileprivate func text(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let text = unsafe text else { return }
    // SAFETY: expat passes `count` bytes that live during the callback.
    let bytes = unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: Int(count))
    unsafe handler.text(bytes.span)
  }

  fileprivate func start(
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
  fileprivate func note(encoding: UnsafePointer<CChar>) {
    // SAFETY: expat passes a terminated string that lives during the callback.
    hasOtherEncoding = unsafe String(cString: encoding).uppercased() != "UTF-8"
  }

  /// Stops the parser at a declaration.
  fileprivate func refuse(_ what: String) {
    guard handler.refusal == nil else { return }
    handler.refusal = "\(what) is refused: \(format) needs none"
    stop()
  }

  private func stop() {
    // SAFETY: the parser is alive, since it is what called. Asked later, it would name a place
    // behind what was refused.
    refusalByteOffset = unsafe max(0, Int(XML_GetCurrentByteIndex(parser)))
    refusalLine = line
    unsafe XML_StopParser(parser, 0)
  }

  private func bytes(_ string: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: a terminated string of `strlen` bytes; CChar and UInt8 have the same layout.
    unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self), count: strlen(string))
  }
}

import CExpat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Parses XML text into calls of an ``ExpatHandler``, with the system's expat.
///
/// Names and values are spans of expat's buffer. Declarations of entities are refused, so that no
/// small file can become a large text.
@safe
package struct ExpatParser: ~Copyable {
  /// The reason why parsing stopped.
  package struct Flaw: Error {
    /// Flaws that this parser explains better than expat.
    package enum Kind: Sendable, Equatable {
      /// The text ends inside a tag, a comment or another mark.
      case cutMark
      /// The text ends before its root element is closed.
      case cutElement
      /// A tag of this name closes an element of another.
      case mismatchedTag(String)
      /// The root element is followed by further text.
      case junkAtEnd
      case other
    }

    /// The message of expat or of the handler.
    package var reason: String
    /// The kind of flaw.
    package var kind: Kind
    /// The number of bytes before the flaw, from the beginning of the text.
    package var byteOffset: Int
    /// The line of the flaw, from the beginning of the text.
    package var line: Int

    /// Whether the text was well-formed up to its end.
    package var isTruncation: Bool { kind == .cutMark || kind == .cutElement }
  }

  /// The maximum length of a comment or tag, which expat must keep in memory.
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
    // during
    // `parse` of this value.
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

  /// Makes expat read the ASCII part of encodings that it does not know.
  private static func takeAnyEncoding(_ parser: XML_Parser) {
    unsafe XML_SetUnknownEncodingHandler(
      parser,
      { _, _, info in
        guard let info = unsafe info else { return 0 }
        // SAFETY: expat passes a structure to fill, which lives during the callback.
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
    // SAFETY: created in `init`; only `callbacks` also has the pointer, and it does not live
    // longer.
    unsafe XML_ParserFree(parser)
  }

  /// Whether all text so far is in complete tokens, in an encoding that others can also read.
  package var isBetweenTokens: Bool {
    // SAFETY: the parser is alive.
    unsafe !callbacks.hasOtherEncoding && !callbacks.isInCDATA
      && Int(XML_GetCurrentByteIndex(parser)) == bytesParsed
  }

  /// Parses the next piece of text; an empty one ends the document.
  package mutating func parse(_ text: ArraySlice<UInt8>) -> Result<Void, Flaw> {
    // SAFETY: the bytes are used only within the closure, in which expat copies what it must keep.
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        bytes.isEmpty ? 1 : 0)
    }
    bytesParsed += text.count
    if status != XML_STATUS_OK { return .failure(flaw(isFinal: text.isEmpty)) }
    // SAFETY: the parser is alive; -1 means that it has no place yet.
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

  /// The beginning of the name at the place where the parser stopped.
  private func wordAtPlace() -> String {
    var offset: Int32 = 0
    var count: Int32 = 0
    // SAFETY: the parser is alive; it keeps the returned `count` bytes until the next call.
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
/// Expat's C callbacks receive it: it has the handler to call and the parser to stop.
@safe
package final class ExpatPlace {
  fileprivate let handler: any ExpatHandler
  private let parser: XML_Parser
  private let format: String
  /// The offset of the refused element or declaration.
  fileprivate private(set) var refusalByteOffset = 0
  fileprivate private(set) var refusalLine = 0
  /// Whether a CDATA section is open.
  fileprivate var isInCDATA = false
  /// Whether the document states another encoding than UTF-8.
  fileprivate private(set) var hasOtherEncoding = false

  fileprivate init(_ handler: any ExpatHandler, _ parser: XML_Parser, format: String) {
    self.handler = handler
    self.format = format
    unsafe self.parser = unsafe parser
  }

  /// The line, from 1, for which expat counts lines.
  package var line: Int {
    // SAFETY: the parser is alive, since it or its owner calls this.
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
    // SAFETY: expat passes terminated strings that live during the callback, and a list of
    // alternate names and values, which nil ends.
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

  /// Stores whether the document states another encoding.
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
    // SAFETY: the parser is alive, since it calls this. Later, its place would be behind the
    // refused part.
    refusalByteOffset = unsafe max(0, Int(XML_GetCurrentByteIndex(parser)))
    refusalLine = line
    unsafe XML_StopParser(parser, 0)
  }

  private func bytes(_ string: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: a terminated string has `strlen` bytes, and CChar and UInt8 have the same layout.
    unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self), count: strlen(string))
  }
}

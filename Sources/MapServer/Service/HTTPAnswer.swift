import Gzip
import NIOCore
import NIOHTTP1

/// The answer to a request.
struct HTTPAnswer {
  static let json = "application/json; charset=UTF-8"

  var service: String
  var code = "Ok"
  var status = 200
  var type = HTTPAnswer.json
  var body: [UInt8] = []
  /// A body that several answers share; ``body`` is then empty.
  var shared: ByteBuffer?
  /// The same body compressed, if it is kept.
  var sharedGzip: ByteBuffer?
  /// Whether the body is compressed.
  var isGzip = false
  /// Whether the body is sent in parts of unknown number, after the head.
  var isStream = false
  /// Receives the compressed body, to keep it.
  var keepsGzip: (@Sendable ([UInt8]) -> Void)?
  /// Whether the body is in the language that the client prefers.
  var isInLanguage = false
  /// The methods that the header `Allow` lists.
  var allowed: String?
  /// The entity tag of the body, with which clients avoid receiving it again.
  var tag: String?
  /// The content security policy of a page.
  var policy: String?

  init(service: String, code: String, status: Int) {
    (self.service, self.code, self.status) = (service, code, status)
  }

  init(service: String, type: String, _ body: [UInt8], tag: String? = nil) {
    (self.service, self.type, self.body, self.tag) = (service, type, body, tag)
  }

  /// An answer that is sent many times.
  init(service: String, type: String, shared bytes: [UInt8], tag: String) {
    (self.service, self.type, self.tag) = (service, type, tag)
    shared = ByteBuffer(bytes: bytes)
    sharedGzip = Gzip.compressed(bytes, .thorough).map { ByteBuffer(bytes: $0) }
  }

  init(_ service: String, _ error: ServiceError) {
    self.service = service
    code = error.code.rawValue
    status = error.status
    body = error.json
  }

  /// Places, whose JSON follows, perhaps as the argument of a function of JavaScript.
  static func places(_ url: PlaceQueryURL) throws(ServiceError) -> HTTPAnswer {
    let script = "application/javascript; charset=UTF-8"
    var answer = HTTPAnswer(
      service: "search", type: try url.callback() == nil ? json : script, [])
    answer.isInLanguage = true
    return answer
  }

  /// The refusal of a method, which names those that the path takes (RFC 9110, section 15.5.6).
  static func methodNotAllowed(takesPost: Bool) -> HTTPAnswer {
    let advice = takesPost ? "Use GET, HEAD, OPTIONS, or POST." : "Use GET, HEAD, or OPTIONS."
    var answer = HTTPAnswer("http", ServiceError(.invalidMethod, "Method not allowed. \(advice)"))
    answer.allowed = takesPost ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS"
    return answer
  }

  /// Nominatim's answer that all is well.
  static func status(isJSON: Bool) -> HTTPAnswer {
    HTTPAnswer(
      service: "status", type: isJSON ? json : "text/plain; charset=UTF-8",
      Array((isJSON ? #"{"status":0,"message":"OK"}"# : "OK").utf8))
  }

  /// The same answer for a client that has bodies with some tags.
  func without(_ known: String?) -> HTTPAnswer {
    guard let tag, let known else { return self }
    let gzipTag = Self.gzipTag(tag)
    guard known == "*" || known.contains(tag) || known.contains(gzipTag) else { return self }
    var answer = self
    if known.contains(gzipTag) { answer.tag = gzipTag }
    answer.status = 304
    answer.body = []
    answer.shared = nil
    return answer
  }

  /// The minimum length of a body to compress; a shorter one fits into one packet.
  static let minimumGzip = 1_400

  /// The tag of the compressed body, which differs because its bytes differ.
  static func gzipTag(_ tag: String) -> String { tag.dropLast() + "-gz\"" }

  /// The same answer with its body compressed, if that pays off and was not done before.
  ///
  /// - Parameter isKeptOnly: Whether to use only a stored compressed body, to save time.
  /// - Returns: That answer, or this one if compression does not pay off.
  func compressed(isKeptOnly: Bool) -> HTTPAnswer {
    guard !isGzip, status == 200 else { return self }
    var answer = self
    if let sharedGzip {
      answer.shared = sharedGzip
    } else {
      guard !isKeptOnly, body.count >= Self.minimumGzip,
        let small = Gzip.compressed(body, keepsGzip == nil ? .quick : .thorough)
      else { return self }
      keepsGzip?(small)
      answer.body = small
    }
    answer.isGzip = true
    answer.tag = tag.map(Self.gzipTag)
    return answer
  }

  /// The bytes to send: the head and the body.
  ///
  /// - Parameters:
  ///   - headOnly: Whether the client requested no body.
  ///   - closes: Whether the connection ends with it.
  ///   - date: The value of the header `Date`.
  /// - Returns: The message.
  func message(headOnly: Bool, closes: Bool, date: String) -> HTTPMessage {
    var message = ByteBuffer()
    message.reserveCapacity(768 + (headOnly ? 0 : body.count))
    let reason = HTTPResponseStatus(statusCode: status).reasonPhrase
    message.writeString("HTTP/1.1 \(status) \(reason)\r\n")
    message.writeStaticString(
      """
      Access-Control-Allow-Origin: *\r
      Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r
      Access-Control-Allow-Headers: X-Requested-With, Content-Type\r\n
      """)
    if status != 204 {
      message.writeStaticString("Vary: Accept-Encoding")
      message.writeString(isInLanguage ? ", Accept-Language\r\n" : "\r\n")
    }
    if status != 204 && status != 304 { writeBodyFields(to: &message) }
    if let tag {
      // The map may change at any time, so clients must revalidate, which needs no body.
      message.writeString("ETag: \(tag)\r\nCache-Control: public, no-cache\r\n")
    }
    if let policy {
      message.writeString("Content-Security-Policy: \(policy)\r\n")
      message.writeStaticString("X-Content-Type-Options: nosniff\r\n")
    }
    if let allowed { message.writeString("Allow: \(allowed)\r\n") }
    if status == 503 { message.writeStaticString("Retry-After: 1\r\n") }
    if closes { message.writeStaticString("Connection: close\r\n") }
    message.writeString("Date: \(date)\r\n\r\n")
    if headOnly || status == 304 { return HTTPMessage(bytes: message, closes: closes) }
    if shared == nil { message.writeBytes(body) }
    return HTTPMessage(bytes: message, shared: shared, closes: closes)
  }

  private func writeBodyFields(to message: inout ByteBuffer) {
    message.writeString("Content-Type: \(type)\r\n")
    if type == Self.json {
      message.writeStaticString("Content-Disposition: inline; filename=\"response.json\"\r\n")
    }
    if isGzip { message.writeStaticString("Content-Encoding: gzip\r\n") }
    // Proxies must not wait for the rest of a stream.
    if isStream {
      message.writeStaticString("Transfer-Encoding: chunked\r\nX-Accel-Buffering: no\r\n")
      return
    }
    message.writeString("Content-Length: \(shared?.readableBytes ?? body.count)\r\n")
  }
}

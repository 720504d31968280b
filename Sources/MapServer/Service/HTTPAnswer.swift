import NIOCore
import NIOHTTP1

/// What is sent back.
struct HTTPAnswer {
  static let json = "application/json; charset=UTF-8"

  var service: String
  var code = "Ok"
  var status = 200
  var type = HTTPAnswer.json
  var body: [UInt8] = []
  /// Whether the methods are listed.
  var allows = false
  /// Names the body: a client that has it already is told so.
  var tag: String?
  /// What a browser may do with a page.
  var policy: String?

  init(service: String, code: String, status: Int) {
    (self.service, self.code, self.status) = (service, code, status)
  }

  init(service: String, type: String, _ body: [UInt8], tag: String? = nil) {
    (self.service, self.type, self.body, self.tag) = (service, type, body, tag)
  }

  init(_ service: String, _ error: ServiceError) {
    self.service = service
    code = error.code.rawValue
    status = error.status
    body = error.json
  }

  /// The same answer for a client that has bodies with some tags.
  func without(_ known: String?) -> HTTPAnswer {
    guard let tag, let known, known == "*" || known.contains(tag) else { return self }
    var answer = self
    answer.status = 304
    answer.body = []
    return answer
  }

  /// The answer as it goes over the wire: the head, and the body behind it.
  ///
  /// - Parameters:
  ///   - headOnly: Whether the client asked for no body.
  ///   - closes: Whether the connection ends with it.
  ///   - date: The time of day.
  /// - Returns: All that is sent, for one write.
  func message(headOnly: Bool, closes: Bool, date: String) -> ByteBuffer {
    var message = ByteBuffer()
    message.reserveCapacity(768 + body.count)
    let reason = HTTPResponseStatus(statusCode: status).reasonPhrase
    message.writeString("HTTP/1.1 \(status) \(reason)\r\n")
    message.writeStaticString(
      """
      Access-Control-Allow-Origin: *\r
      Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r
      Access-Control-Allow-Headers: X-Requested-With, Content-Type\r\n
      """)
    if status != 204 && status != 304 { writeBodyFields(to: &message) }
    if let tag {
      // The map may be another one any time: to be asked again, which costs no body.
      message.writeString("ETag: \(tag)\r\nCache-Control: public, no-cache\r\n")
    }
    if let policy {
      message.writeString("Content-Security-Policy: \(policy)\r\n")
      message.writeStaticString("X-Content-Type-Options: nosniff\r\n")
    }
    if allows { message.writeStaticString("Allow: GET, HEAD, OPTIONS\r\n") }
    if status == 503 { message.writeStaticString("Retry-After: 1\r\n") }
    if closes { message.writeStaticString("Connection: close\r\n") }
    message.writeString("Date: \(date)\r\n\r\n")
    if !headOnly { message.writeBytes(body) }
    return message
  }

  private func writeBodyFields(to message: inout ByteBuffer) {
    message.writeString("Content-Type: \(type)\r\n")
    if type == Self.json {
      message.writeStaticString("Content-Disposition: inline; filename=\"response.json\"\r\n")
    }
    message.writeString("Content-Length: \(body.count)\r\n")
  }
}

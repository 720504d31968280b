import HTTPTypes
import Hummingbird
import NIOCore

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

  private static let methods = "GET, HEAD, OPTIONS"

  /// The same answer for a client that has bodies with some tags.
  func without(_ known: String?) -> HTTPAnswer {
    guard let tag, let known, known == "*" || known.contains(tag) else { return self }
    var answer = self
    answer.status = 304
    answer.body = []
    return answer
  }

  /// The response with its headers.
  func response(headOnly: Bool) -> Response {
    var headers = HTTPFields()
    headers[.accessControlAllowOrigin] = "*"
    headers[.accessControlAllowMethods] = Self.methods
    headers[.accessControlAllowHeaders] = "X-Requested-With, Content-Type"
    let hasBody = status != 204 && status != 304
    if hasBody { headers[.contentType] = type }
    if type == Self.json && hasBody {
      headers[.contentDisposition] = "inline; filename=\"response.json\""
    }
    if let tag {
      headers[.eTag] = tag
      // The map may be another one any time: to be asked again, which costs no body.
      headers[.cacheControl] = "public, no-cache"
    }
    if let policy {
      headers[.contentSecurityPolicy] = policy
      headers[.xContentTypeOptions] = "nosniff"
    }
    if allows { headers[.allow] = Self.methods }
    if status == 503 { headers[.retryAfter] = "1" }
    if headOnly && hasBody { headers[.contentLength] = String(body.count) }
    return Response(
      status: HTTPResponse.Status(code: status), headers: headers,
      body: headOnly || body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}

import NIOHTTP1

/// What the service needs of a request's head, so that little is kept of those that wait.
struct HTTPRequest: Sendable {
  var method: HTTPMethod
  /// Path and query, as they were sent.
  var target: String
  /// The tags of bodies that the client has already (`If-None-Match`); nil for none.
  var known: String?
  /// Whether the client takes gzip, and does not prefer plain bytes.
  var takesGzip: Bool
  /// Whether the connection ends with the answer.
  var closes: Bool

  init(_ head: HTTPRequestHead) {
    method = head.method
    target = head.uri
    closes = !head.isKeepAlive || head.version != .http1_1
    known = Self.list(head.headers["If-None-Match"])
    takesGzip = Self.list(head.headers["Accept-Encoding"]).map(ContentCoding.prefersGzip) ?? false
  }

  /// The values of a field that may be there several times; nil where it is not.
  private static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

import NIOCore
import NIOHTTP1

/// The parts of a request's head that the service needs; waiting requests take little memory.
struct HTTPRequest: Sendable {
  var method: HTTPMethod
  /// Path and query as sent, or any other target unchanged.
  var target: String
  /// The tags of bodies that the client already has (`If-None-Match`); nil for none.
  var known: String?
  /// Whether the client accepts gzip, and does not prefer plain bytes.
  var takesGzip: Bool
  /// Whether the connection ends with the answer.
  var closes: Bool
  /// Whether the client can receive a body in parts of unknown number.
  var takesParts: Bool
  /// The languages that the client prefers (`Accept-Language`); nil if it does not say.
  var languages: String?
  /// The body, for requests that have one, up to one byte more than allowed.
  private(set) var body: [UInt8] = []

  /// The maximum length of a body in bytes.
  static let maximumBody = 1 << 16
  /// The maximum length of the list of languages; the rest, which is hardly wanted, is left out.
  private static let longestLanguages = 200

  init(_ head: HTTPRequestHead) {
    method = head.method
    target = Self.pathAndQuery(of: head.uri)
    // The bytes after CONNECT are meant for a tunnel.
    closes = !head.isKeepAlive || head.version != .http1_1 || method == .CONNECT
    takesParts = method == .GET && head.version == .http1_1
    known = Self.list(head.headers["If-None-Match"])
    languages = Self.list(head.headers["Accept-Language"]).map {
      String($0.prefix(Self.longestLanguages))
    }
    takesGzip = Self.list(head.headers["Accept-Encoding"]).map(ContentCoding.prefersGzip) ?? false
  }

  /// Whether the body counts; that of any other request is ignored.
  var hasBody: Bool { ValhallaRequest.hasBody(self) || DirectionsForm.hasBody(self) }

  /// Whether a target takes a POST.
  static func takesPost(_ target: String) -> Bool {
    ValhallaRequest.isPath(target) || DirectionsForm.isPath(target)
  }

  /// Whether a client waits for leave to send the body (RFC 9110, section 10.1.1).
  static func holdsBodyBack(_ head: HTTPRequestHead) -> Bool {
    head.version == .http1_1
      && head.headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
  }

  /// Adds a part of the body.
  mutating func add(_ part: ByteBuffer) {
    body += part.readableBytesView.prefix(Self.maximumBody + 1 - body.count)
  }

  /// A target without scheme and authority of the absolute form (`http://host/path`).
  ///
  /// Every server must accept that form (RFC 9112 section 3.2.2).
  ///
  /// - Parameter target: A target in any form.
  /// - Returns: Path and query of the absolute form; any other target, or one without a host,
  ///   unchanged.
  static func pathAndQuery(of target: String) -> String {
    guard target.utf8.first != UInt8(ascii: "/"),
      let scheme = ["http://", "https://"].first(where: {
        target.prefix($0.count).lowercased() == $0
      })
    else { return target }
    let rest = target.utf8.dropFirst(scheme.utf8.count)
    let path = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    guard path != rest.startIndex else { return target }
    let text = String(target[path...])
    return text.utf8.first == UInt8(ascii: "/") ? text : "/" + text
  }

  /// The joined values of a field that may occur several times; nil if it is missing.
  private static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

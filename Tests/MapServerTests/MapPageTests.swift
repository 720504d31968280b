import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The page at `/` and what it asks for.
@Suite struct MapPageTests {
  @Test("hashes are those of the standard's examples")
  func hashes() {
    func hex(_ text: String) -> String {
      SHA256.hash(Array(text.utf8)).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let million = String(repeating: "a", count: 1_000_000)
    #expect(hex(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(
    "bytes are written as the letters of RFC 4648",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func letters(text: String, written: String) {
    #expect(SHA256.base64(Array(text.utf8)) == written)
  }

  @Test("the page is one document that may run its own scripts and nothing else")
  func page() async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await served.get("/")
      #expect(reply.status == 200)
      #expect(reply.headers.contains("Content-Type: text/html; charset=UTF-8"))
      #expect(reply.headers.contains("X-Content-Type-Options: nosniff"))
      #expect(reply.body.hasPrefix("<!DOCTYPE html>"))
      for (tag, word) in [("script", "script-src"), ("style", "style-src")] {
        let body = try part(reply.body, between: "<\(tag)>", and: "</\(tag)>")
        let hash = SHA256.base64(SHA256.hash(Array(body.utf8)))
        #expect(reply.headers.contains("\(word) 'sha256-\(hash)'"), "\(tag)")
        #expect(body.utf8.count > 1_000, "\(tag)")
      }
      #expect(reply.headers.contains("default-src 'none'"))
      // Nothing is loaded from elsewhere.
      #expect(!reply.body.contains("https://") && !reply.body.contains("http://"))
      #expect(!reply.body.contains("<!--"))
    }
  }

  private func part(_ text: String, between start: String, and end: String) throws -> String {
    let first = try #require(text.firstRange(of: start))
    let rest = text[first.upperBound...]
    let last = try #require(rest.firstRange(of: end))
    return String(rest[..<last.lowerBound])
  }

  @Test("a browser that has the page is not sent it again")
  func unchanged() async throws {
    try await ServedMap.with(.town()) { served in
      for target in ["/", "/favicon.ico", "/map.json"] {
        let first = try await served.get(target)
        #expect(first.status == 200 && !first.body.isEmpty, "\(target)")
        #expect(first.headers.contains("Cache-Control: public, no-cache"), "\(target)")
        let tag = try part(first.headers, between: "ETag: ", and: "\r\n")
        let again = try await served.send(
          "GET \(target) HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/\"x\", \(tag)\r\n"
            + "Connection: close\r\n\r\n")
        #expect(again.status == 304 && again.body.isEmpty, "\(target)")
        let other = try await served.send(
          "GET \(target) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"other\"\r\n"
            + "Connection: close\r\n\r\n")
        #expect(other.status == 200 && other.body == first.body, "\(target)")
        let head = try await served.get(target, method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty, "\(target)")
      }
    }
  }

  @Test("the description of a service with other limits is sent again")
  func otherLimits() async throws {
    var limits = ServiceLimits()
    limits.tracePlaces = 17
    try await ServedMap.with(.town()) { [limits] served in
      let first = try await served.get("/map.json")
      let tag = try part(first.headers, between: "ETag: ", and: "\r\n")
      try await ServedMap.with(.town(), limits: limits) { other in
        let reply = try await other.send(
          "GET /map.json HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n"
            + "Connection: close\r\n\r\n")
        #expect(reply.status == 200 && reply.body.contains("\"match\":17"), "\(reply.body)")
      }
    }
  }

  private struct Description: Decodable {
    struct Limits: Decodable {
      var route: Int
      var match: Int
      var alternatives: Int
    }

    var build: String
    var attribution: String
    var bounds: [Double]
    var profiles: [String]
    var exclude: [String]
    var limits: Limits
  }

  @Test("the map is described, with the limits of the service")
  func description() async throws {
    var limits = ServiceLimits()
    limits.tracePlaces = 17
    try await ServedMap.with(.town(), limits: limits) { served in
      let reply = try await served.get("/map.json")
      let found = try JSONDecoder().decode(Description.self, from: Data(reply.body.utf8))
      let (west, east) = (try served.roads.drawing.place("A"), try served.roads.drawing.place("Y"))
      #expect(found.bounds.count == 4)
      #expect(found.bounds[0] <= west.longitude && found.bounds[2] >= east.longitude)
      #expect(found.bounds[1] <= west.latitude && found.bounds[3] >= west.latitude)
      #expect(
        found.profiles == [
          "driving", "truck", "cycling", "walking", "bus", "taxi", "scooter", "motorcycle",
        ])
      #expect(found.exclude == ["toll", "ferry", "motorway", "tunnel", "unpaved"])
      #expect(found.limits.match == 17 && found.limits.route == 500)
      #expect(found.attribution.contains("OpenStreetMap"))
    }
  }
}

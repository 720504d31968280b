import RouteModel
import Testing

@testable import MapServer

@Suite struct HTTPRequestTests {
  @Test(
    "of a target in absolute form path and query are taken",
    arguments: [
      ("http://localhost/health", "/health"), ("http://a:5000/route/v1/x?b=c", "/route/v1/x?b=c"),
      ("HTTPS://user@[::1]:1/a//b", "/a//b"), ("http://a", "/"), ("http://a?b=/c", "/?b=/c"),
    ])
  func absolute(_ target: String, _ path: String) {
    #expect(HTTPRequest.pathAndQuery(of: target) == path)
  }

  @Test(
    "any other target stays as it is",
    arguments: [
      "/", "/http://a/b", "*", "a:1", "http:///health", "http://", "http:/a/b", "ftp://a/b", "",
    ])
  func others(_ target: String) {
    #expect(HTTPRequest.pathAndQuery(of: target) == target)
  }

  @Test("a request in absolute form is answered")
  func answered() async throws {
    try await ServedMap.with(.town()) { served in
      #expect(try await served.get("http://maps.example:5000/health").status == 200)
      let route = "/route/v1/driving/\(try served.coordinates(["A", "E"]))?overview=false"
      let reply = try await served.get("HTTP://maps.example" + route)
      #expect(reply.body == (try await served.get(route)).body)
      #expect(try await served.get("http:///health").status == 400)
    }
  }
}

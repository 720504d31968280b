import RouteModel
import Testing

@testable import MapServer

/// Which coding of a body a client takes.
@Suite struct ContentCodingTests {
  @Test(
    "gzip is sent to clients that accept it and do not prefer plain bytes",
    arguments: [
      ("gzip", true), ("x-gzip", true), ("GZip", true), ("br, gzip, deflate", true),
      ("deflate , gzip;q=1.0, *;q=0.5", true), ("gzip;q=0.001", true), ("*", true),
      ("br;q=1, *;q=0.1", true), ("gzip\t; Q=0.5, identity; q=0.5", true),
      ("identity;q=0, gzip;q=0.1", true), ("gzip;foo=1", true),
      ("", false), ("identity", false), ("br, deflate", false), ("gzip;q=0", false),
      ("gzip;q=0.000, *", false), ("*;q=0", false), ("gzip;q=0.5, identity", false),
      ("gzip;q=2", false), ("gzip;q=-1", false), ("gzip;q=", false), ("gzip;q=x", false),
      ("gzipped", false), (", ,;q=1", false),
    ])
  func preference(field: String, isGzip: Bool) {
    #expect(ContentCoding.prefersGzip(field) == isGzip)
  }
}

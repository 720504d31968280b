import NIOCore
import RouteModel
import Testing

@testable import MapServer

@Suite struct UpgradeMaskTests {
  /// A text as the decoder gets it when it comes in pieces of some bytes.
  private func masked(_ text: String, pieces size: Int) -> String {
    var mask = UpgradeMask()
    var rest = Array(text.utf8)[...]
    var result = ""
    while !rest.isEmpty {
      var piece = ByteBuffer(bytes: rest.prefix(size))
      mask.apply(to: &piece)
      result += String(buffer: piece)
      rest = rest.dropFirst(size)
    }
    return result
  }

  @Test(
    "the name of the field is another one, in whatever case and pieces it comes",
    arguments: [
      ("GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n", "GET / HTTP/1.1\r\nUpgradx: h2c\r\n\r\n"),
      (
        "G\r\nHost: a\r\nupgrade:x\r\nUPGRADE: y\r\n", "G\r\nHost: a\r\nupgradx:x\r\nUPGRADx: y\r\n"
      ),
      ("G\nUpgrade-Insecure-Requests: 1\n", "G\nUpgradx-Insecure-Requests: 1\n"),
    ])
  func masks(_ text: String, _ expected: String) {
    for size in 1...text.utf8.count { #expect(masked(text, pieces: size) == expected) }
  }

  @Test(
    "nothing else is changed",
    arguments: [
      "upgrade /upgrade HTTP/1.1\r\nConnection: upgrade\r\nX-Upgrade: a\r\nUpgrad: b\r\n",
      "G\r\n Upgrade: folded\r\nUuupgrade: c\r\nupgrad\u{5}: d\r\n\r\n",
    ])
  func keeps(_ text: String) {
    for size in 1...text.utf8.count { #expect(masked(text, pieces: size) == text) }
  }
}

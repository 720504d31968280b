import JSON
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

@Suite struct PlacesFileTests {
  /// Why a file can't be read; nil if it can be.
  private func flaw(_ bytes: [UInt8], maximum: Int = .max) throws -> TextFlaw? {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, "places.csv")
    do {
      _ = try PlacesFile.rows(path, maximum: maximum)
      return nil
    } catch TextError.malformed(_, let flaw) { return flaw }
  }

  @Test("reading ends at the first place beyond the maximum")
  func maximum() throws {
    let text = "lat,lon\n1,2\n\n3,4\n5,6\nnot a place\n"
    #expect(
      try flaw(Array(text.utf8), maximum: 2)
        == TextFlaw(line: 5, reason: "more places than the maximum of 2"))
    #expect(try flaw(Array(text.utf8), maximum: 3)?.line == 6)
    #expect(try flaw(Array(text.utf8.dropLast(12)), maximum: 3) == nil)
  }

  @Test("a line without an end is refused")
  func longLine() throws {
    let long = [UInt8](repeating: 0x20, count: ByteSource.longestLine + 1)
    #expect(
      try flaw(Array("lat,lon\n".utf8) + long)
        == TextFlaw(line: 2, reason: "a line longer than 1048576 bytes"))
  }
}

import Bytes
import Testing

@Suite struct FNV1aTests {
  @Test(
    "the hash of a text is that of its authors' test vectors",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func vectors(_ text: String, _ hash: UInt64) {
    #expect(FNV1a.hash(text.utf8) == hash)
  }
}

import Bytes
import Testing

@Suite struct ByteWriterTests {
  @Test("integers are written lowest byte first, one after the other")
  func integers() {
    var writer = ByteWriter()
    writer.u8(0x01)
    writer.u16(0x0302)
    writer.u32(0x0706_0504)
    writer.u64(0x0F0E_0D0C_0B0A_0908)
    #expect(writer.bytes == Array(1...15))
    #expect(writer.count == 15)
  }

  @Test("negative integers are written in two's complement")
  func signed() {
    var writer = ByteWriter()
    writer.i32(-2)
    writer.i64(.min)
    #expect(writer.bytes == [0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0x80])
  }

  @Test("alignment adds zeros up to the next multiple, and none on one")
  func align() {
    var writer = ByteWriter()
    writer.align(16)
    #expect(writer.count == 0)
    writer.raw([7, 7, 7])
    writer.align(4)
    #expect(writer.bytes == [7, 7, 7, 0])
    writer.align(4)
    #expect(writer.count == 4)
    writer.varint(300)
    writer.align(16)
    #expect(writer.bytes == [7, 7, 7, 0, 0xAC, 0x02] + Array(repeating: 0, count: 10))
  }

  @Test("what is written is what the loads read")
  func roundTrip() {
    var writer = ByteWriter()
    writer.u16(.max)
    writer.i32(.min)
    writer.u64(1)
    writer.i64(-1)
    let bytes = writer.bytes
    let (a, b, c, d) = (
      bytes.rawBytes.u16(0), bytes.rawBytes.i32(2), bytes.rawBytes.u64(6), bytes.rawBytes.i64(14)
    )
    #expect(a == .max && b == .min && c == 1 && d == -1)
  }
}

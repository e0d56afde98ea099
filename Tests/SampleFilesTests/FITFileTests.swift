import DaymarkSampleFiles
import Testing

struct FITFileTests {
  @Test func `a file is its header, definitions, messages and checksum, byte for byte`() {
    // Epoch of FIT + 0x3F000000 s.
    let time = FITFileTime(seconds: 0x3F00_0000)
    let file = FITFile([
      .init(20, [.init(253, .uint32, time.seconds), .init(3, .uint8, 120)]),
      .init(20, [.init(253, .uint32, time.seconds + 1), .init(3, .uint8, 121)]),
    ])
    let data: [UInt8] = [
      0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 0x02,
      0, 0, 0, 0, 0x3F, 120, 0, 1, 0, 0, 0x3F, 121,
    ]
    let header: [UInt8] = [14, 0x20, 0x54, 8, 24, 0, 0, 0, 0x2E, 0x46, 0x49, 0x54]
    #expect(Array(file.bytes.prefix(12)) == header)
    #expect(Array(file.bytes.dropFirst(14).dropLast(2)) == data)
  }

  @Test func `big-endian turns definitions and values, not the header`() {
    var file = FITFile([.init(103, [.init(253, .uint32, 1)])])
    (file.isBigEndian, file.headerBytes, file.checksum) = (true, 12, .missing)
    #expect(
      Array(file.bytes.dropFirst(4)) == [
        14, 0, 0, 0, 0x2E, 0x46, 0x49, 0x54, 0x40, 0, 1, 0, 103, 1, 253, 4, 0x86, 0, 0, 0, 0, 1,
      ])
  }

  @Test func `a compressed time stands in the header byte of a message`() {
    var beat = FITFileMessage(20, [.init(3, .uint8, 99)])
    beat.compressedTime = 7
    let bytes = FITFile([beat]).bytes
    #expect(Array(bytes.dropFirst(14).dropLast(2)) == [0x40, 0, 0, 20, 0, 1, 3, 1, 2, 0x87, 99])
  }

  @Test func `the fifth kind of message redefines the first local type`() {
    let messages = (1...5).map { FITFileMessage(UInt16($0), [.init(0, .uint8, $0)]) }
    let bytes = FITFile(messages).bytes.dropFirst(14).dropLast(2)
    let headers = stride(from: bytes.startIndex, to: bytes.endIndex, by: 11).map { bytes[$0] }
    #expect(headers == [0x40, 0x41, 0x42, 0x43, 0x40])
  }
}

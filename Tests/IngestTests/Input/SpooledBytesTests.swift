import DaymarkIngest
import Testing

struct SpooledBytesTests {
  @Test func `what is put there is there, in pieces of any size`() throws {
    let spool = SpooledBytes(SystemFiles())
    let pieces: [[UInt8]] = [[1], [], Array(repeating: 7, count: 300_000), [2, 3]]
    let places = try pieces.map { try #require(spool.append($0)) }
    #expect(places.map(\.lowerBound) == [0, 1, 1, 300_001])
    for (piece, place) in zip(pieces, places).reversed() {
      #expect(spool.bytes(at: place) == piece)
    }
    #expect(spool.bytes(at: 300_000..<300_002) == [7, 2])
  }
}

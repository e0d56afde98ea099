import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

struct FITDecoderTests {
  @Test func `the checksum is that of the protocol's table`() {
    // The check value of CRC-16/ARC.
    let check = Array("123456789".utf8)
    #expect(nibbleChecksum(check) == 0xBB3D)
    for text in [check, [], [0], [0xFF, 0, 0x80], Array(0...255)] {
      var checksum = FITChecksum()
      text.prefix(3).withUnsafeBytes { checksum.add($0) }
      text.dropFirst(3).withUnsafeBytes { checksum.add($0) }
      #expect(checksum.value == nibbleChecksum(text))
    }
  }

  @Test(arguments: [12, 14, 20])
  func `headers of any size are read`(_ size: Int) throws {
    let reading = try IngestedInput(fit: FITBytes.run().file(headerSize: size))
    #expect(reading.codes.isEmpty)
    #expect(reading.track.count == 20)
    #expect(reading.facts.format == "fit")
    #expect(
      reading.facts.sources
        == [Source(provider: "garmin", name: "product 3290", deviceClass: .tracker)])
  }

  @Test func `a header's checksum of zero is none, another is checked`() throws {
    #expect(try IngestedInput(fit: FITBytes.run().file(headerCRC: 0)).codes.isEmpty)
    let wrong = try IngestedInput(fit: FITBytes.run().file(headerCRC: 1))
    #expect(wrong.codes == ["activity.crc_mismatch"])
    #expect(wrong.findings(.activityCRCMismatch) == [.header])
    #expect(wrong.track.count == 20)
  }

  @Test func `what is no FIT file is not taken for one`() throws {
    var bytes = FITBytes.run().file()
    bytes[8] = UInt8(ascii: ",")
    let folder = try ScratchFolder()
    #expect(refusal(of: try folder.write(bytes, to: "a.fit"))?.code == .archiveUnrecognised)
  }

  @Test func `both byte orders mean the same`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (5, 4, 0x86)], isBigEndian: true)
    fit.add(1, bytes(fitStart.bigEndian), bytes(UInt32(300).bigEndian))
    // Defined anew in the other order, between two messages.
    fit.define(1, 20, [(5, 4, 0x86), (253, 4, 0x86)])
    fit.add(1, bytes(UInt32(600)), bytes(fitStart + 1))
    let track = try IngestedInput(fit: fit.file()).track
    #expect(track.map(\.at) == [fitInstant(0), fitInstant(1)])
    #expect(track.map(\.distance) == [Quantity(3), Quantity(6)])
  }

  @Test func `compressed timestamps go on from the last time, and an equal offset is no roll-over`()
    throws
  {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(3, 1, 2)])
    fit.define(2, 21, [(253, 4, 0x86)])
    // The start's lowest five bits: 1,141,664,400 = 35,677,012 × 32 + 16.
    fit.add(2, bytes(fitStart))
    fit.add(compressed: 16, 1, [100])  // the same second
    fit.add(compressed: 20, 1, [101])  // + 4
    fit.add(compressed: 19, 1, [102])  // 31 later: + 35
    fit.add(compressed: 19, 1, [103])  // + 35
    fit.add(2, bytes(fitStart + 100))  // 116 = 3 × 32 + 20
    fit.add(compressed: 0, 1, [104])  // 12 later: + 112
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.track.map(\.at) == [0, 4, 35, 35, 112].map(fitInstant))
    #expect(reading.track.map(\.heartRate) == (100...104).map { Quantity($0) })
  }

  @Test func `a compressed timestamp before any full one is no time`() throws {
    var fit = FITBytes.run(records: 2)
    let run = fit
    fit = FITBytes()
    fit.define(3, 20, [(3, 1, 2)])
    fit.add(compressed: 1, 3, [99])
    fit.append(raw: run.data)
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.codes == ["time.malformed"])
    #expect(reading.track.count == 2)
  }

  @Test func `a counter of few bits goes on from what it was`() {
    var counter = FITAccumulator(bits: 12, from: 4090)
    #expect(counter.add(4095) == 4095)
    // 5 < 4095: it went past 4096.
    #expect(counter.add(5) == 4101)
    #expect(counter.add(5) == 4101)
    #expect(counter.add(4) == 8196)
  }

  @Test func `compressed distance adds sixteenths of a meter to the last full one`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (5, 4, 0x86)])
    fit.define(2, 20, [(253, 4, 0x86), (8, 3, 0x0D)])
    // 256 m are 4096 sixteenths, 0 in their lowest 12 bits.
    fit.add(1, bytes(fitStart), bytes(UInt32(25_600)))
    // Speed 0x123 in the lower 12 bits; above it 0x010 = 16 sixteenths: + 1 m.
    fit.add(2, bytes(fitStart + 1), [0x23, 0x01, 0x01])
    // Nothing, which must not move the counter.
    fit.add(2, bytes(fitStart + 2), [0xFF, 0xFF, 0xFF])
    // 0xFF0 = 4080: + 254 m more.
    fit.add(2, bytes(fitStart + 3), [0x00, 0x00, 0xFF])
    // 0x000: 16 more, over the roll-over.
    fit.add(2, bytes(fitStart + 4), [0x00, 0x00, 0x00])
    let track = try IngestedInput(fit: fit.file()).track
    #expect(
      track.map(\.distance)
        == [Quantity(256), Quantity(257), nil, Quantity(511), Quantity(512)])
  }

  @Test func `compressed distance goes on from each full one, whatever stands between`() throws {
    var fit = FITBytes()
    fit.addFileID()
    fit.define(1, 20, [(253, 4, 0x86), (5, 4, 0x85)])
    fit.define(2, 20, [(253, 4, 0x86), (8, 3, 0x0D)])
    // Before any full one: 16 sixteenths are 1 m.
    fit.add(2, bytes(fitStart), [0x00, 0x00, 0x01])
    fit.add(1, bytes(fitStart + 1), bytes(UInt32(25_600)))
    fit.add(2, bytes(fitStart + 2), [0x00, 0x00, 0x01])
    fit.add(1, bytes(fitStart + 3), bytes(UInt32(51_200)))
    fit.add(1, bytes(fitStart + 4), bytes(UInt32(76_800)))
    // Less than nothing is no distance, and does not move the counter.
    fit.add(1, bytes(fitStart + 5), bytes(UInt32(bitPattern: -100)))
    fit.add(2, bytes(fitStart + 6), [0x00, 0x00, 0x02])
    let track = try IngestedInput(fit: fit.file()).track
    #expect(
      track.map(\.distance)
        == [1, 256, 257, 512, 768, nil, 770].map { $0.map { Quantity($0) } })
  }

  @Test func `a developer field serves where the native one is missing`() throws {
    var fit = FITBytes()
    fit.addFileID()
    // No developer_data_id, as from some makers; native field 3 of message 20, uint16 tenths.
    fit.define(
      1, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (6, 1, 2), (14, 2, 0x84), (15, 1, 2)])
    fit.add(1, [0], [7], [0x84], [10], bytes(UInt16(20)), [3])
    fit.define(
      2, 20, [(253, 4, 0x86), (3, 1, 2)],
      // The second field was never described, and is passed by its size.
      developer: [(7, 2, 0), (9, 3, 5)])
    fit.add(2, bytes(fitStart), [0xFF], bytes(UInt16(1305)), [1, 2, 3])
    fit.add(2, bytes(fitStart + 1), [90], bytes(UInt16(1305)), [1, 2, 3])
    fit.add(2, bytes(fitStart + 2), [0xFF], bytes(UInt16.max), [1, 2, 3])
    let track = try IngestedInput(fit: fit.file()).track
    #expect(track.map(\.heartRate) == [Quantity(microUnits: 130_500_000), Quantity(90), nil])
  }

  @Test func `a developer field goes before a native zero, and its own zero is told`() throws {
    var fit = FITBytes()
    fit.addFileID()
    // Distance of sessions, field 9, as a number of 32 bits in meters.
    fit.define(1, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (14, 2, 0x84), (15, 1, 2)])
    fit.add(1, [0], [7], [0x86], bytes(UInt16(18)), [9])
    fit.define(
      2, 18, [(2, 4, 0x86), (7, 4, 0x86), (9, 4, 0x86)], developer: [(7, 4, 0)])
    for (minute, native, developer) in [(0, 0, 1250), (10, 5000, 0), (20, 0, 0), (30, 5000, 70)] {
      fit.add(
        2, bytes(fitStart + UInt32(minute * 60)), bytes(UInt32(60_000)),
        bytes(UInt32(native * 100)),
        bytes(UInt32(developer)))
    }
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.activities.map { number($0.distance) } == [1250, 5000, 0, 5000])
    #expect(reading.codes == ["activity.developer_zero"])
    #expect(reading.finding(.activityDeveloperZero)?.count == 1)
  }

  @Test func `a developer field's scale rounds half away from zero`() throws {
    var fit = FITBytes()
    fit.addFileID()
    // Native field 3 of message 20, uint16, of scale 3.
    fit.define(
      1, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (6, 1, 2), (14, 2, 0x84), (15, 1, 2)])
    fit.add(1, [0], [7], [0x84], [3], bytes(UInt16(20)), [3])
    fit.define(2, 20, [(253, 4, 0x86)], developer: [(7, 2, 0)])
    fit.add(2, bytes(fitStart), bytes(UInt16(500)))
    // 500 / 3 = 166.6666666…
    #expect(
      try IngestedInput(fit: fit.file()).track.map(\.heartRate) == [
        Quantity(microUnits: 166_666_667)
      ])
  }

  @Test func `no chunk size changes anything`() throws {
    let fit = FITBytes.run(records: 200).file()
    let whole = try IngestedInput(fit: fit + fit)
    #expect(whole.activities.count == 2)
    for size in [1, 2, 3, 7, 64, 1000] {
      var reading = try IngestedInput(fit: fit + fit, chunkBytes: size)
      reading.facts = whole.facts
      #expect(reading == whole, "\(size) bytes")
    }
  }
}

struct FITFieldTests {
  private func field(_ code: UInt8, _ bytes: [UInt8], isBigEndian: Bool = false) -> FITField? {
    FITField(
      number: 0, code: code, size: UInt8(bytes.count), offset: 0, isBigEndian: isBigEndian)
  }

  private func integer(_ code: UInt8, _ bytes: [UInt8], isBigEndian: Bool = false) -> Int64? {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap {
        field(code, Array(bytes), isBigEndian: isBigEndian)?.integer(0, in: $0)
      }
    }
  }

  @Test func `each base type has its value and its invalid value`() {
    #expect(integer(0x00, [7]) == 7 && integer(0x00, [255]) == nil)
    #expect(integer(0x01, [0xFE]) == -2 && integer(0x01, [0x7F]) == nil)
    #expect(integer(0x02, [0]) == 0 && integer(0x02, [255]) == nil)
    #expect(integer(0x83, [0xFE, 0xFF]) == -2 && integer(0x83, [0xFF, 0x7F]) == nil)
    #expect(integer(0x84, [1, 2]) == 513 && integer(0x84, [255, 255]) == nil)
    #expect(integer(0x84, [1, 2], isBigEndian: true) == 258)
    #expect(integer(0x85, bytes(Int32(-5))) == -5 && integer(0x85, bytes(Int32.max)) == nil)
    #expect(integer(0x86, bytes(UInt32.max - 1)) == 4_294_967_294)
    #expect(integer(0x86, bytes(UInt32.max)) == nil)
    #expect(integer(0x0A, [0]) == nil && integer(0x0A, [255]) == 255)
    #expect(integer(0x8B, [0, 0]) == nil && integer(0x8C, bytes(UInt32(9))) == 9)
    #expect(integer(0x8E, bytes(Int64.min)) == .min && integer(0x8E, bytes(Int64.max)) == nil)
    // More than a signed number holds.
    #expect(integer(0x8F, bytes(UInt64(1) << 63)) == nil)
    #expect(integer(0x90, bytes(UInt64(3))) == 3)
    #expect(integer(0x88, bytes(Float(2.5).bitPattern)) == 3)
    #expect(integer(0x88, bytes(UInt32.max)) == nil)
    #expect(integer(0x89, bytes(Double(1e300).bitPattern)) == nil)
    #expect(integer(0x07, Array("12".utf8)) == nil)
  }

  @Test func `a size that does not fit the type makes bytes, an unknown type nothing`() {
    #expect(field(0x84, [1, 2, 3])?.type == .byte)
    #expect(integer(0x84, [1, 2, 3]) == nil)
    #expect(integer(0x84, [9]) == 9)
    #expect(field(0x1F, [1]) == nil)
    // Without the bit of types of several bytes.
    #expect(integer(0x04, [1, 2]) == 513)
    #expect(field(0x84, [1, 2, 3, 4])?.count == 2)
  }

  @Test func `text ends at its first NUL or with the field`() {
    func text(_ bytes: [UInt8]) -> String? {
      bytes.withUnsafeBytes { raw in
        raw.baseAddress.flatMap { field(0x07, bytes)?.text(in: $0) }
      }
    }
    #expect(text(Array("Edge\0\0x".utf8)) == "Edge")
    #expect(text(Array("Edge".utf8)) == "Edge")
    #expect(text([0, 65]) == nil)
  }
}

extension IngestedInput {
  /// The problems of the findings of a code.
  func findings(_ code: FindingCode) -> [ActivityProblem?] {
    facts.findings.filter { $0.code == code }.map(\.facts.problem)
  }
}

import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

struct FITDamageTests {
  private let run = FITBytes.run()

  private func expectDamage(_ reading: IngestedInput, points: Int) {
    #expect(reading.track.count == points)
    // One for the document.
    #expect(reading.facts.damagedSpans.count == min(1, reading.activities.count))
    #expect(reading.facts.findings.allSatisfy { $0.code.incompleteDays == .touched })
  }

  @Test func `zeros after the end are padding`() throws {
    let reading = try IngestedInput(fit: run.file() + Array(repeating: 0, count: 512))
    #expect(reading.codes.isEmpty)
    #expect(reading.facts.damagedSpans.isEmpty)
    #expect(reading.track.count == 20)
  }

  @Test func `a wrong checksum keeps everything and says so`() throws {
    for rest in [[], Array(repeating: UInt8(0), count: 40)] {
      let reading = try IngestedInput(fit: run.file(crc: [1, 2]) + rest)
      #expect(reading.codes == ["activity.crc_mismatch"])
      expectDamage(reading, points: 20)
      // Half-open, so that the last instant is in it.
      let end = fitInstant(20).advanced(byMilliseconds: 1)
      #expect(reading.facts.damagedSpans == [Interval(fitInstant(0), end)])
    }
  }

  @Test func `a missing checksum keeps everything and the part behind`() throws {
    let reading = try IngestedInput(fit: run.file(crc: []) + run.file())
    #expect(reading.findings(.activityCRCMismatch) == [.noChecksum])
    expectDamage(reading, points: 40)
    #expect(
      try IngestedInput(fit: run.file(crc: [])).findings(.activityCRCMismatch) == [.noChecksum])
  }

  @Test func `without a data size the bytes are read to their end`() throws {
    for crc in [nil, [UInt8]()] {
      let reading = try IngestedInput(fit: run.file(dataSize: 0, crc: crc))
      #expect(reading.codes == ["activity.truncated"])
      expectDamage(reading, points: 20)
    }
  }

  @Test func `a data size beyond the end of the bytes is clamped`() throws {
    let reading = try IngestedInput(fit: run.file(dataSize: 100_000))
    #expect(reading.codes == ["activity.truncated"])
    expectDamage(reading, points: 20)
  }

  @Test func `messages behind a data size that is too small are read on`() throws {
    // At the end of a message, and within one.
    for missing in [31, 40] {
      let reading = try IngestedInput(fit: run.file(dataSize: run.data.count - missing))
      #expect(reading.findings(.activityMalformed) == [.dataSize])
      expectDamage(reading, points: 20)
      #expect(number(reading.activities.first?.energy) == 5)
    }
  }

  @Test func `a cut within a message keeps those before it`() throws {
    // Ten records of 10 bytes, and half of another.
    var fit = FITBytes()
    fit.addFileID()
    fit.defineRecords()
    let head = fit.data.count
    for second in 1...20 { fit.addRecord(at: second, rate: 120, centimeters: 0) }
    let file = fit.file()
    let reading = try IngestedInput(fit: Array(file.prefix(14 + head + 105)))
    #expect(reading.codes == ["activity.truncated"])
    expectDamage(reading, points: 10)
  }

  @Test func `an undefined local type ends a part, and the next is read`() throws {
    var fit = run
    fit.append(raw: [0x0B, 1, 2, 3, 4])
    let reading = try IngestedInput(fit: fit.file() + run.file())
    #expect(reading.findings(.activityMalformed) == [.undefinedMessage])
    #expect(reading.finding(.activityMalformed)?.location?.byte == 14 + run.data.count)
    expectDamage(reading, points: 40)
  }

  @Test func `a message that reaches over the end of its part is left out`() throws {
    var fit = run
    fit.append(raw: [FITBytes.record, 1, 2, 3])
    let reading = try IngestedInput(fit: fit.file() + run.file())
    #expect(reading.findings(.activityMalformed) == [.messageOverEnd])
    expectDamage(reading, points: 40)
  }

  @Test func `messages without end are not kept without end`() throws {
    var fit = run
    // A record that says nothing but, in its header, the time.
    fit.define(3, 20, [])
    fit.append(raw: Array(repeating: 0xE0, count: 2_000_000))
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.findings(.activityMalformed) == [.messages])
    #expect(reading.activities.count == 1)
    // 20 seconds of records, and a minute at most behind the end.
    #expect(reading.track.allSatisfy { $0.at <= fitInstant(80) })
    #expect(reading.track.count < 2_000_000)
  }

  /// Sessions, laps and sets.
  @Test(arguments: [18, 19, 225] as [UInt16])
  func `what is kept whole is kept 10,000 times at most`(message: UInt16) throws {
    var fit = run
    // Five bytes each: its header, and the time that it starts.
    fit.define(3, message, [(message == 225 ? 6 : 2, 4, 0x86)])
    for _ in 1...10_001 { fit.add(3, bytes(UInt32(1_141_664_400))) }
    let reading = try IngestedInput(fit: fit.file())
    #expect(reading.findings(.activityMalformed) == [.messages])
    #expect(reading.activities.count < 10_000)
    #expect(reading.track.count == 20)
  }

  @Test func `parts without end are not kept without end`() throws {
    var part = FITBytes()
    part.define(0, 20, [])
    let parts = Array(repeatElement(part.file(), count: 10_001).joined())
    let reading = try IngestedInput(fit: run.file() + parts)
    #expect(reading.findings(.activityMalformed) == [.messages])
    expectDamage(reading, points: 20)
  }

  @Test func `a gzip that is cut behind what is read is said to be`() throws {
    let folder = try ScratchFolder()
    let document = run.file() + [UInt8](repeating: 0x20, count: 1 << 18)
    for (cut, codes) in [
      (0, ["activity.malformed"]), (100, ["activity.malformed", "activity.truncated"]),
    ] {
      let gzip = storedGzip(document).dropLast(cut)
      let reading = try IngestedInput(of: folder.write(gzip, to: "\(cut).fit.gz"))
      #expect(reading.codes.sorted() == codes)
      expectDamage(reading, points: 20)
    }
  }

  @Test func `a bad second header keeps the first part`() throws {
    let reading = try IngestedInput(fit: run.file() + Array("no header at all".utf8))
    #expect(reading.findings(.activityMalformed) == [.furtherHeader])
    expectDamage(reading, points: 20)
  }

  @Test func `a part without anything leaves a finding alone`() throws {
    let reading = try IngestedInput(fit: Array(run.file().prefix(14)))
    #expect(reading.codes == ["activity.truncated", "activity.undated"])
    #expect(reading.activities.isEmpty)
  }

  @Test func `cuts at every byte keep what is before them`() throws {
    let file = run.file()
    let folder = try ScratchFolder()
    for length in Sweep.over(14..<file.count, step: 5) {
      let reading = try IngestedInput(of: folder.write(file.prefix(length), to: "a.fit"))
      #expect(!reading.facts.damage.isEmpty, "\(length) bytes")
      let records = max(0, length - 14 - 33 - 15) / 10
      #expect(reading.track.count >= min(20, records) - 1, "\(length) bytes")
    }
  }

  @Test func `whatever is flipped, the reading ends and chunks change nothing`() throws {
    let strap = FITBytes.strap()
    let file = run.file() + strap.file()
    let folder = try ScratchFolder()
    for seed in Sweep.over(1...400 as ClosedRange<UInt64>, step: 7) {
      var random = SeededGenerator(seed: seed)
      var bytes = file
      for _ in 0...Int.random(in: 0...3, using: &random) {
        // The first header stays, so that the file is one of FIT's.
        let at = Int.random(in: 13..<bytes.count, using: &random)
        bytes[at] = UInt8.random(in: 0...255, using: &random)
      }
      if seed % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count - 13, using: &random)) }
      let path = try folder.write(bytes, to: "a.fit")
      let whole = try IngestedInput(of: path)
      #expect(try IngestedInput(of: path, chunkBytes: 5) == whole, "seed \(seed)")
    }
  }
}

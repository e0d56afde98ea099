import CDaymarkArchive
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

/// Unpacked on another thread and by ISA-L, where it is here, everything is as it is without them.
private func expectSame(
  at path: String, chunkBytes: Int = 1 << 16, limits: ReadLimits = ReadLimits(), _ note: String
) throws {
  func outcome(largeBytes: Int64) throws -> Outcome {
    try Outcome {
      try IngestedInput(of: path, chunkBytes: chunkBytes, limits: limits, largeBytes: largeBytes)
    }
  }
  #expect(try outcome(largeBytes: 0) == outcome(largeBytes: .max), "\(note)")
}

/// An export of several blocks, and what lies beside it.
private let export: [UInt8] = {
  let lines = (1...2000).map { steps($0 * 7919 % 100_003, source: "S\($0 % 7)") }
  return Array(healthDocument(lines.joined()).utf8)
}()

private func deflated(_ members: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
  let writer = try ZipWriter()
  for member in members {
    try writer.begin(member.name)
    try writer.write(member.bytes)
  }
  return try writer.finish()
}

private let zip = Result {
  try deflated([
    ("a/export_cda.xml", Array(export.prefix(9000))), ("a/export.xml", export),
    ("a/electrocardiograms/one.csv", Array("a,b\n".utf8)),
  ])
}

/// Whether ISA-L may unpack the first member of a zip.
private func inflates(_ zip: [UInt8]) throws -> Bool {
  let folder = try ScratchFolder()
  let file = try FileHandle(
    forReadingFrom: URL(fileURLWithPath: try folder.write(zip, to: "export.zip")))
  defer { try? file.close() }
  let archive = try #require(daymark_archive_open(file.fileDescriptor, DAYMARK_ARCHIVE_ZIP))
  defer { daymark_archive_close(archive) }
  var entry = daymark_archive_entry()
  return daymark_archive_next(archive, &entry) == DAYMARK_ARCHIVE_OK
    && daymark_archive_inflate(archive, 100)
}

struct UnpackingTests {
  @Test func `a large export is unpacked the same for chunks of any size`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(zip.get(), to: "export.zip")
    let whole = try IngestedInput(of: path, largeBytes: 0)
    #expect(whole.records.count == 2000 && whole.codes.isEmpty)
    #expect(whole.facts.documentDigests == [Digest(of: export)])
    for chunkBytes in [1, 1000, 65536, 1 << 20] {
      try expectSame(at: path, chunkBytes: chunkBytes, "\(chunkBytes)")
    }
  }

  @Test func `an archive cut anywhere is unpacked the same`() throws {
    let folder = try ScratchFolder()
    let bytes = try zip.get()
    for length in Sweep.over(stride(from: 1, to: bytes.count, by: 17).map(\.self), step: 97) {
      let path = try folder.write(bytes.prefix(length), to: "export.zip")
      try expectSame(at: path, "\(length) bytes")
    }
  }

  @Test func `whatever is wrong with an archive's bytes, it is unpacked the same`() throws {
    let folder = try ScratchFolder()
    for seed in Sweep.over(UInt64(0)..<2000, step: 83) {
      let path = try folder.write(mutated(zip.get(), seed: seed), to: "export.zip")
      try expectSame(at: path, chunkBytes: seed % 3 == 0 ? 977 : 65536, "seed \(seed)")
    }
  }

  /// libarchive gives nothing of the last 256 KiB before the damage.
  @Test func `a document damaged anywhere is unpacked the same`() throws {
    let folder = try ScratchFolder()
    let lines = (1...6000).map { steps($0 * 7919 % 100_003, source: "S\($0 * 31 % 97)") }
    let long = Array(healthDocument(lines.joined()).utf8)
    let bytes = try deflated([("a/export.xml", long)])
    for place in Sweep.over(stride(from: 100, to: bytes.count - 100, by: 499).map(\.self), step: 31)
    {
      var damaged = bytes
      for byte in place..<place + 8 { damaged[byte] = 0xFF }
      let path = try folder.write(damaged, to: "export.zip")
      try expectSame(at: path, "byte \(place)")
    }
  }

  @Test func `a wrong checksum and a wrong size are told the same`() throws {
    let folder = try ScratchFolder()
    let bytes = try zip.get()
    let entry = try #require(bytes.lastRange(of: Array("a/export.xml".utf8))?.lowerBound) - 46
    // APPNOTE.TXT 4.3.12: checksum, packed size, size.
    for (field, code) in [(16, "archive.crc_mismatch"), (20, nil), (24, "archive.crc_mismatch")] {
      var wrong = bytes
      wrong[entry + field] ^= 1
      let path = try folder.write(wrong, to: "export.zip")
      if let code { #expect(try IngestedInput(of: path, largeBytes: 0).codes.contains(code)) }
      try expectSame(at: path, "field \(field)")
    }
  }

  @Test func `a wrong wide size before a member is told the same`() throws {
    let folder = try ScratchFolder()
    var wrong = try zip.get()
    // The name stands first before the member; APPNOTE.TXT 4.5.3: tag, length, size, packed size.
    let name = try #require(wrong.firstRange(of: Array("a/export.xml".utf8)))
    let extra = Array(wrong[name.upperBound...].prefix(40))
    let wide = try #require(extra.firstRange(of: [1, 0, 16, 0] as [UInt8]))
    wrong[name.upperBound + wide.upperBound + 8 + 1] = 4
    let path = try folder.write(wrong, to: "export.zip")
    #expect(try IngestedInput(of: path, largeBytes: 0).codes.contains("archive.unreadable"))
    try expectSame(at: path, "packed size")
  }

  @Test func `limits strike where they strike without`() throws {
    let folder = try ScratchFolder()
    let blank = healthDocument(String(repeating: " ", count: 5 << 20), steps(1))
    for (name, document) in [("blank", Array(blank.utf8)), ("plain", export)] {
      let path = try folder.write(deflated([("export.xml", document)]), to: "export.zip")
      for (limit, most) in [
        (ReadLimit.compressionRatio, 5), (.compressionRatio, 60), (.inputRatio, 20),
        (.documentBytes, 100_000), (.ratioFloorBytes, 1000), (.records, 500),
      ] {
        var limits = ReadLimits()
        limits[limit] = most
        try expectSame(at: path, limits: limits, "\(name) \(limit)")
      }
      try expectSame(at: path, name)
    }
  }

  @Test func `every sample is unpacked the same`() throws {
    for sample in try FileManager.default.subpathsOfDirectory(atPath: "samples").sorted()
    where sample.hasSuffix(".zip") || sample.hasSuffix(".gz") {
      try expectSame(at: "samples/" + sample, sample)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
  func `every broken archive is unpacked the same`() throws {
    for folder in Sweep.isLong ? ["apple", "hostile", "account-exports"] : ["apple"] {
      // As many again of the FIT files of another archive: most of their time goes to their messages.
      let names = try FileManager.default.subpathsOfDirectory(atPath: SharedData.path(folder))
        .filter { $0 != "fit_memory_150docs.zip" }
      for name in names.sorted() where name.hasSuffix(".zip") || name.hasSuffix(".gz") {
        try expectSame(at: SharedData.path("\(folder)/\(name)"), name)
      }
    }
  }

  @Test(.enabled(if: try inflates(zip.get()), "ISA-L is not here"))
  func `ISA-L is given nothing but what is as plain as zips are`() throws {
    let bytes = try zip.get()
    let end = bytes.count - 22
    func with(_ change: (inout [UInt8]) -> Void) throws -> Bool {
      var changed = bytes
      change(&changed)
      return try inflates(changed)
    }
    let entry = try #require(bytes.lastRange(of: Array("a/export_cda.xml".utf8))?.lowerBound) - 46
    let second = try #require(bytes.lastRange(of: Array("a/export.xml".utf8))?.lowerBound) - 46
    // Behind it, in front of it, and in the record of its end.
    #expect(try !with { $0.append(0) })
    #expect(try !with { $0.insert(0, at: 0) })
    #expect(try !with { $0[end + 8] = 2 })
    // Its name, its method and its flags differ from those of the local header.
    #expect(try !with { $0[entry + 46] = UInt8(ascii: "b") })
    #expect(try !with { $0[entry + 10] = 0 })
    #expect(try !with { $0[entry + 8] ^= 1 })
    // A second member begins where the first does, or within it.
    #expect(try !with { $0.replaceSubrange(second + 42..<second + 46, with: [0, 0, 0, 0]) })
    #expect(try !with { $0.replaceSubrange(second + 42..<second + 46, with: [99, 0, 0, 0]) })
    let stored = StoredZip([.init("export.xml", export)])
    #expect(try !inflates(stored.bytes))
  }
}

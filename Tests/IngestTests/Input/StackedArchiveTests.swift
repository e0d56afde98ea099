import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

private let document = Array(healthDocument(steps(1), steps(2)).utf8)

/// What is packed more than once, and what stands between the layers; see Formats, "Other archives".
struct StackedArchiveTests {
  private func read(_ bytes: [UInt8], named name: String) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: name))
  }

  @Test func `a document that is packed twice is read as one that is packed once`() throws {
    let packed = try gzipped(document)
    let zip = StoredZip([.init("export.zip", StoredZip([.init("export.xml", document)]).bytes)])
    for (bytes, name) in [
      (storedGzip(packed), "export.xml.gz"), (storedGzip(tar("export.xml", document)), "e.tgz"),
      (storedGzip(storedGzip(tar("export.xml", document))), "export.tar.gz.gz"),
      (tar("export.xml.gz.gz", storedGzip(packed)), "export.tar"),
      (storedGzip(zip.members[0].content), "export.zip.gz"),
    ] {
      #expect(try read(bytes, named: name).values == [1, 2], "\(name)")
      let within = StoredZip([.init(name, bytes)])
      #expect(try read(within.bytes, named: "outer.zip").values == [1, 2], "\(name) in a zip")
      let folder = try ScratchFolder()
      _ = try folder.write(bytes, to: "in/\(name)")
      let inFolder = try IngestedInput(of: folder.path + "/in")
      #expect(inFolder.values == [1, 2] && inFolder.codes == [], "\(name) in a folder")
    }
  }

  @Test func `what stands between two layers is counted, though nothing comes of it`() throws {
    let stack = Array(Data(base64Encoded: stackedGzips) ?? Data())
    let (limit, taken) = try processorTime { try refusalOrFinding(stack, "a.bz2") }
    #expect(limit == .compressionRatio && taken < .seconds(5))
    // One layer more, which is too deep.
    let within = StoredZip([.init("a.bz2", stack), .init("export.xml.gz", storedGzip(document))])
    let reading = try read(within.bytes, named: "outer.zip")
    #expect(reading.values == [1, 2])
    #expect(reading.facts.findings.map(\.facts.limit) == [.nestedDepth])
  }

  @Test func `a member that is passed over costs no more than one that is read`() throws {
    let zeros = [UInt8](repeating: 0, count: 8 << 20)
    let packed = try deflatedZip([
      ("a.tar", tar("photo.jpg", zeros) + tar("export.xml", document))
    ])
    let photo = tar("photo.jpg", zeros)
    // Within a zip the tar itself is too much; as a gzip the member is.
    #expect(try refusalOrFinding(packed, "outer.zip") == .compressionRatio)
    let packedTar = try gzipped(Array(photo[..<(photo.count - 1024)]) + tar("export.xml", document))
    #expect(packedTar.count < 20_000)
    #expect(try refusalOrFinding(packedTar, "export.tar.gz") == .compressionRatio)
  }

  @Test func `many small gzips in a packed tar count once each`() throws {
    var random = SplitMix64(seed: 72)
    // Without the end of an archive.
    func file(_ name: String, _ content: [UInt8]) -> ArraySlice<UInt8> {
      tar(name, content).dropLast(1024)
    }
    var bytes = Array(file("export.xml", document))
    for number in 0..<600 {
      var noise: [UInt8] = []
      for _ in 0..<2000 { withUnsafeBytes(of: random.next()) { noise += $0 } }
      bytes += file("\(number).csv.gz", storedGzip(noise))
    }
    bytes += [UInt8](repeating: 0, count: 1024)
    #expect(try refusalOrFinding(gzipped(bytes), "a.tar.gz") == nil)
  }

  @Test func `a gzip in a zip that is padding for the most part is too much`() throws {
    // A byte, and three million zeros behind it, ten times.
    let part = storedGzip([10]) + [UInt8](repeating: 0, count: 3 << 20)
    let bytes = Array(repeatElement(part, count: 10).joined())
    let packed = try deflatedZip([("export.csv.gz", bytes)])
    #expect(try refusalOrFinding(packed, "outer.zip") == .compressionRatio)
  }

  private func refusalOrFinding(_ bytes: [UInt8], _ name: String) throws -> ReadLimit? {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: name)
    do {
      return try IngestedInput(of: path).facts.findings.compactMap(\.facts.limit).first
    } catch let error as DaymarkError {
      return error.finding.facts.limit
    }
  }

  private func deflatedZip(_ files: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
    let zip = try ZipWriter()
    for file in files {
      try zip.begin(file.name)
      try zip.write(file.bytes)
    }
    return try zip.finish()
  }
}

/// 3.2 million empty gzips, 64 MB, packed by bzip2 twice.
private let stackedGzips =
  "QlpoOTFBWSZTWaKOc/wAA3l////1/2V1/X/3fn//fFd+8zT3OF7753d7IMJ2F1DXOF4zUAP+eRKVKFIQg0aNNGTEZNMIYmQN"
  + "DTCGIaGBMBBkaAaMhkAZNAYmmTJkYEYJkaMJoEGjRpoyYjJphDEyBoaYQxDQwJgIMjQDRkMgDJoDE0yZMjAjBMjRhNAg0aNN"
  + "GTEZNMIYmQNDTCGIaGBMBBkaAaMhkAZNAYmmTJkYEYJkaMJoBFSRNE009RoeoDT1ADTQyAA00DQGg0NGgaADTQANBiNPSGQN"
  + "MjQaNNMm0gBSqUaKY0IbUaaGTQGmQaNBpkNDQDRoAAADBAAAyNGQaAaBtQNPUaA0/avuG6rp69AclWuG1Gcq6UYVt6wrKGhr"
  + "GGgrRDFj1iGkr567QYhk1nx5NbysQJM8tVEt8BVr1VkLxANuuJAlrKWQBdLbASgJSz4HuXtri1o1t6OQBPLdLLAlLRLHAyK2"
  + "1aoaIfUPjrCs9W6HBGKsysYdMNfvkGez9aGt4N0NKOQ5nT1vhjams5WdrM/IbCscenXiDCtAOxrgViGrGNXQ14VB3fdT69nc"
  + "qlCBBRMJdksxY1Fw13C8BaRdILrkK5aACSB6Vu1zS1qx1y4FusAMUtQsZWC4VsO0Gi1o3sDOjLrS16QwVl1gqZtWC1YHWWIC"
  + "AE9WLcLJXwLTAWS1y90CoWw1C19yvIX6gQA2wEugWMtOtMseMrxlkLZxhXUVkYw+IaYaSttXX1uRrKwGIbgbut2CCzAKFfQs"
  + "cDzrEBxVlrBYAQAgrBcBwvOrjK49rqDss3J76uLrlxuxqRnR73AHRVmDAYqwGhruaxqT1fYr9B9tfaMB66zq3ix1vAIlsS7g"
  + "tkBJAyoFOsFslmM6uRWjGrdwNpWveeNrXAHiVwR5o/GuzHsjlxs/vG0HCHPDsBqq1tfBXvV9+ZWPXJ1rK3/GjEMrTK6obiv+"
  + "rIV1G9GXlDoKyK5XCryxhXxj+x0lcQPuHF1mjc1nhqRj1k18gMFbhYAYSylw1jrhgRLSCAWfzWUtYof6PBHjD5dbXvjMGWM2"
  + "tjWtr+K6obGsK/IZI09dnWlrzK1Y29YVkDCtGPbGMrYgQRZgGCtqBarBfos6BegR1vViXxYFstUuPW3W/XGrngK0DZixAfhf"
  + "sBOLLXaAbxZ8C8Xyr7AL9e+ufW5WpWcmrN/iygK9b4ClAyav+X1rgLN5a7BcNaVdMtSBzVmgZkGnV+NY9aga8dNWxGnrIr/N"
  + "QGjrZ1vx/1cMbLOVbKthoK1Q+HKDLrSVnBpRm5WOrJrfD/axx7A4dcOv/F3JFOFCQoo5z/A="

import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Formats, "Other archives": xz, and 7z with what it may be encrypted.
struct SevenZipTests {
  private let document = Array(healthDocument(steps(1), steps(2)).utf8)

  private func read(_ bytes: [UInt8], named name: String) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: name))
  }

  @Test func `a 7z is read by itself and within a zip`() throws {
    let plain = sevenZip("apple_health_export/export.xml", document)
    #expect(try read(plain, named: "export.7z").values == [1, 2])
    #expect(try read(plain, named: "no name").values == [1, 2])
    let zip = StoredZip([.init("inner.7z", plain)])
    #expect(try read(zip.bytes, named: "outer.zip").values == [1, 2])
  }

  @Test func `an encrypted 7z says so, be its names encrypted or not`() throws {
    for encrypted in [sevenZip("export.xml", document, coder: aes), encryptedHeader] {
      let folder = try ScratchFolder()
      #expect(refusal(of: try folder.write(encrypted, to: "a.7z"))?.code == .archiveEncrypted)
      // What lies beside it counts.
      let zip = StoredZip([
        .init("a.7z", encrypted), .init("b.7z", sevenZip("export.xml", document)),
      ])
      let beside = try read(zip.bytes, named: "outer.zip")
      #expect(beside.values == [1, 2] && beside.facts.damage == [.archiveEncrypted])
    }
  }

  @Test func `an xz is read, and cut it is damaged`() throws {
    let packed = Array(Data(base64Encoded: xz) ?? Data())
    #expect(try read(packed, named: "export.xml.xz").values == [7])
    for length in stride(from: 60, to: packed.count - 40, by: 29) {
      let cut = try Outcome { try read(Array(packed[..<length]), named: "export.xml.xz") }
      guard case .reading(let reading) = cut else { continue }
      #expect(reading.facts.isDamaged, "\(length)")
    }
  }

  @Test func `bytes turned in a 7z or an xz end nowhere but in a finding`() throws {
    var random = SplitMix64(seed: 72)
    for whole in [sevenZip("export.xml", document), Array(Data(base64Encoded: xz) ?? Data())] {
      for _ in 0..<150 {
        var bytes = whole
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        _ = try Outcome { try read(bytes, named: "export") }
      }
    }
  }
}

/// The coder of AES-256 with a key of SHA-256, and two bytes of its properties; 7-Zip, `DOC/Methods.txt`.
private let aes: [UInt8] = [0x24, 0x06, 0xF1, 0x07, 0x01, 2, 0x13, 0]

/// A 7z of one file, which is not compressed; 7-Zip, `DOC/7zFormat.txt`.
///
/// - Parameter coder: How it says that the file is packed; the bytes are those of the file all the same.
private func sevenZip(_ name: String, _ content: [UInt8], coder: [UInt8] = [1, 0]) -> [UInt8] {
  let size = sevenZipNumber(content.count)
  var path: [UInt8] = []
  for unit in name.utf16 + [0] { path += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
  let parts: [[UInt8]] = [
    [0x01, 0x04],
    // Where it is packed, how, and its checksum.
    [0x06, 0, 1, 0x09], size, [0],
    [0x07, 0x0B, 1, 0, 1], coder, [0x0C], size, [0],
    [0x08, 0x0A, 1], checksum(content), [0, 0],
    // Its name.
    [0x05, 1, 0x11], sevenZipNumber(path.count + 1), [0], path, [0, 0],
  ]
  return sevenZip(content, header: Array(parts.joined()))
}

/// A 7z whose header is encrypted, too, so that it names no file.
private let encryptedHeader = sevenZip(
  [UInt8](repeating: 7, count: 64),
  header: [0x17, 0x06, 0, 1, 0x09, 64, 0, 0x07, 0x0B, 1, 0, 1] + aes + [0x0C, 60, 0, 0])

private func sevenZip(_ packed: [UInt8], header: [UInt8]) -> [UInt8] {
  func field(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let signature: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]
  let start: [UInt8] = Array([field(packed.count), field(header.count), checksum(header)].joined())
  return Array([signature, checksum(start), start, packed, header].joined())
}

/// A number of one byte, or of two where the first one says so.
private func sevenZipNumber(_ value: Int) -> [UInt8] {
  value < 0x80 ? [UInt8(value)] : [UInt8(0x80 | value >> 8), UInt8(value & 0xFF)]
}

/// The CRC-32, which a zip has in the header of a member, too.
private func checksum(_ bytes: [UInt8]) -> [UInt8] {
  Array(StoredZip([.init("a", bytes)]).bytes[14..<18])
}

/// A document with a record of 7 steps.
private let xz =
  "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AFOANRdAB4Py4cR2M5mkQ+DHsr9ezPUf+m32igxdiVmIE0qCW1q9ylwODDnzB1WE/M5"
  + "ta/e3PUzfVodEn/Q/eMdSTZ5Gxju1CJUYjnrmbuPubpTzbLh6wB54tpgLnCa4atcSKHcDVVev9aD5jYj8tOWMCSCj3QSywblKve2"
  + "PNNWQreUJvv4gPmMm7byYQj+sXjGzsaNtxDMieWXnEzf7VKW1472e4PRhFbBs/bFPJGa4Bh6NZawaBlb8J9scTEpwBRi2EhgWpTn"
  + "vT9E8QF3ZHt1Vt4S8W6Li7nAABm3ykNZGqNKAAHwAc8CAABKzg3GscRn+wIAAAAABFla"

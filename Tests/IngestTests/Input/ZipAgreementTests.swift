import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// A zip means one thing to every program, or Daymark says that it does not.
struct ZipAgreementTests {
  /// A zip, most often with one field that is wrong.
  struct Made: CustomTestStringConvertible, Sendable {
    var testDescription: String
    let bytes: [UInt8]
  }

  private static func members(flags: UInt16 = 0, isZip64: Bool = false) -> [StoredZip.Member] {
    ["a/export.xml", "a/other.txt"].enumerated().map { index, name in
      let content = index == 0 ? healthDocument(steps(100)) : "nothing of interest"
      var member = StoredZip.Member(name, content.utf8)
      (member.flags, member.isZip64) = (flags, isZip64)
      return member
    }
  }

  private static let sound: [Made] = [
    Made(testDescription: "plain", bytes: StoredZip(members()).bytes),
    Made(testDescription: "streamed", bytes: StoredZip(members(flags: 8)).bytes),
    Made(testDescription: "zip64", bytes: StoredZip(members(isZip64: true)).bytes),
    Made(testDescription: "UTF-8", bytes: StoredZip(members(flags: 0x800)).bytes),
    Made(testDescription: "as a phone writes it", bytes: asPhonesWrite),
    Made(testDescription: "behind a program", bytes: Array("#!".utf8) + StoredZip(members()).bytes),
  ]

  /// The size before packing stands in the header, though it is streamed; the other two fields are 0.
  private static let asPhonesWrite: [UInt8] = {
    var bytes = StoredZip(members(flags: 8)).bytes
    let size = healthDocument(steps(100)).utf8.count
    for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    return bytes
  }()

  /// Every field of the first member's header (local), of its entry in the directory, and of the end, changed.
  private static let wrong: [Made] = {
    var made: [Made] = []
    for (base, flags) in [("plain", UInt16(0)), ("streamed", 8)] {
      let zip = StoredZip(Self.members(flags: flags)).bytes
      func place(of signature: [UInt8]) -> Int {
        zip.indices.first { zip[$0...].starts(with: signature) } ?? 0
      }
      let records: [(String, Int, [(String, Int)])] = [
        (
          "header", 0,
          [
            ("signature", 2), ("encryption", 6), ("method", 8), ("checksum", 14),
            ("packed size", 18), ("size", 22), ("name length", 26), ("extra length", 28),
            ("name", 30), ("end of name", 41),
          ]
        ),
        (
          "entry", place(of: [0x50, 0x4B, 1, 2]),
          [
            ("signature", 2), ("encryption", 8), ("method", 10), ("checksum", 16),
            ("packed size", 20), ("size", 24), ("name length", 28), ("extra length", 30),
            ("comment length", 32), ("offset", 42), ("name", 46), ("end of name", 57),
          ]
        ),
        (
          "end", place(of: [0x50, 0x4B, 5, 6]),
          [("disk", 4), ("count", 8), ("all", 10), ("size", 12), ("start", 16)]
        ),
        (
          "descriptor", place(of: [0x50, 0x4B, 7, 8]), [("checksum", 4), ("size", 8), ("all", 12)]
        ),
      ]
      for (record, start, fields) in records where record != "descriptor" || flags == 8 {
        for (field, offset) in fields {
          var bytes = zip
          bytes[start + offset] ^= 1
          made.append(Made(testDescription: "\(base): \(field) of \(record)", bytes: bytes))
        }
      }
    }
    func add(_ text: String, _ members: [StoredZip.Member]) {
      made.append(Made(testDescription: text, bytes: StoredZip(members).bytes))
    }
    var members = Self.members()
    members[1].name = members[0].name
    add("two of one name", members)
    members[1].name = Array("a/./export.xml".utf8)
    add("two that are unpacked to one", members)
    members[1].name = Array("a/b\0.txt".utf8)
    add("NUL in a name", members)
    // The second entry of the directory leads to the first member.
    var bytes = StoredZip(Self.members()).bytes
    if let last = bytes.indices.last(where: { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) }) {
      for index in 42..<46 { bytes[last + index] = 0 }
    }
    made.append(Made(testDescription: "two entries of one member", bytes: bytes))
    return made
  }()

  private func disagreements(_ bytes: [UInt8]) throws -> [String] {
    let folder = try ScratchFolder()
    let file = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder.write(bytes, to: "export.zip")))
    return try ZipDisagreement.all(in: file.fileDescriptor, at: InputLocation(file: "export.zip"))
      .map(\.subject.rawValue)
  }

  private func damage(_ bytes: [UInt8]) throws -> [FindingCode] {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "export.zip")
    if let refusal = refusal(of: path) { return [refusal.code] }
    return try IngestedInput(of: path).facts.damage
  }

  @Test(arguments: sound)
  func `what agrees is not damaged`(zip: Made) throws {
    #expect(try disagreements(zip.bytes) == [])
    // What does not begin as a zip is taken for none.
    if zip.bytes.starts(with: [0x50, 0x4B]) { #expect(try damage(zip.bytes) == []) }
  }

  @Test(arguments: [
    ("plain: name of header", ["name"]), ("plain: method of entry", ["method"]),
    ("plain: checksum of header", ["checksum"]), ("plain: size of header", ["size"]),
    ("plain: encryption of entry", ["encryption"]), ("plain: offset of entry", ["header"]),
    ("plain: all of end", ["directory"]), ("streamed: checksum of descriptor", ["checksum"]),
    ("streamed: all of descriptor", ["checksum"]), ("two of one name", ["twice"]),
    ("two that are unpacked to one", ["twice"]), ("NUL in a name", ["name"]),
    ("two entries of one member", ["name", "checksum", "size", "overlap"]),
  ])
  func `each kind of disagreement is named`(name: String, subjects: [String]) throws {
    let zip = try #require(Self.wrong.first { $0.testDescription == name })
    #expect(try disagreements(zip.bytes) == subjects)
    #expect(try !damage(zip.bytes).isEmpty)
  }

  /// Each program unpacks each zip to a folder of its own; a line says whether all have the same.
  private static let comparison = """
    import hashlib, os, subprocess, sys, zipfile
    def tree(root):
        sums = []
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, 'rb') as file:
                    sums.append((os.path.relpath(path, root), hashlib.sha256(file.read()).hexdigest()))
        return sorted(sums)
    def python(path, root):
        with zipfile.ZipFile(path) as archive: archive.extractall(root)
    def program(*command):
        return lambda path, root: subprocess.run(
            [part.format(path=path, root=root) for part in command],
            check=True, stdin=subprocess.DEVNULL, capture_output=True)
    programs = [python, program('unzip', '-oqq', '{path}', '-d', '{root}'),
                program('bsdtar', '-xf', '{path}', '-C', '{root}')]
    for zip in sorted(os.listdir('zips'), key=int):
        trees = []
        for number, unpack in enumerate(programs):
            root = f'{zip}-{number}'
            os.mkdir(root)
            try: unpack(f'zips/{zip}', root)
            except Exception: trees.append('failed')
            else: trees.append(tree(root))
        print('same' if all(tree == trees[0] and tree != 'failed' for tree in trees) else 'other')
    """

  private static let hasPrograms =
    Python.reads("zipfile")
    && ["unzip", "bsdtar"].allSatisfy { name in
      ["/usr/bin", "/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }

  @Test(.enabled(if: hasPrograms, "needs Python, unzip and bsdtar"))
  func `what three programs read differently is damaged`() async throws {
    let folder = try ScratchFolder()
    let zips = Self.sound + Self.wrong
    #expect(zips.count >= 60)
    for (index, zip) in zips.enumerated() { _ = try folder.write(zip.bytes, to: "zips/\(index)") }
    let outcome = try await Python.run(Self.comparison, in: folder.path)
    let answers = outcome.output.split(separator: "\n")
    try #require(answers.count == zips.count, "\(outcome.errors)")
    for (zip, answer) in zip(zips, answers) where answer == "other" {
      #expect(try !damage(zip.bytes).isEmpty, "\(zip.testDescription)")
    }
    #expect(answers.prefix(5).allSatisfy { $0 == "same" })
  }

  @Test(
    .enabled(if: SharedData.isPresent),
    arguments: [
      ("zip-central-crc-wrong.zip", "checksum"),
      ("zip-local-name-is-not-central-name.zip", "name"),
    ])
  func `the field cases are damaged`(name: String, subject: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: SharedData.path("field/hostile/\(name)")))
    #expect(try disagreements(Array(bytes)) == [subject])
    #expect(try damage(Array(bytes)).contains(.archiveDisagreement))
  }
}

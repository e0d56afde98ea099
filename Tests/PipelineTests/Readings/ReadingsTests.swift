import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline
@testable import DaymarkSampleFiles

/// Subjects read in shards, and decided on from the readings.
struct ReadingsTests {
  private let bench: Workbench
  private var readings: String { bench.out + "/readings" }

  init() throws { bench = try Workbench() }

  /// Good subjects, one without anything to recognise, one in no zone that exists, one without archives.
  private func subjects() throws -> [Subject] {
    var subjects = try (0..<8).map { number in
      let archive = try bench.archive(
        "\(number).xml", steps: [10_000 + number, 9_996 + number, 11_000])
      return Subject(
        id: "s\(number)", zone: number == 3 ? Zone(name: "Asia/Tokyo") : nil, archives: [archive])
    }
    let text = bench.folder.appendingPathComponent("text.xml")
    try Data("nothing".utf8).write(to: text)
    subjects.append(Subject(id: "text", archives: [text.path]))
    subjects.append(Subject(id: "mars", unknownZone: "Mars/X", archives: subjects[0].archives))
    subjects.append(Subject(id: "none"))
    return subjects
  }

  private func shard(
    _ text: String, of pipeline: PipelineConfiguration, asOf: Instant? = Workbench.later,
    readers: Readers = .inProcess
  ) async throws -> ShardSummary {
    var options = RunOptions(outputFolder: bench.out, now: Workbench.later)
    (options.asOf, options.readers) = (asOf, readers)
    return try await readShard(try #require(Shard(text)), of: pipeline, options: options)
  }

  private func decide(
    _ pipeline: PipelineConfiguration, _ folder: String? = nil, asOf: Instant? = Workbench.later
  ) async throws -> RunSummary {
    var options = RunOptions(outputFolder: bench.out, now: Workbench.later)
    (options.asOf, options.readingsFolder) = (asOf, folder ?? readings)
    return try await runPipeline(pipeline, options: options)
  }

  /// The documents of all subjects, by path.
  private func documents(of out: String) throws -> [String: Data] {
    let root = out + "/walk-2025"
    let files = try FileManager.default.subpathsOfDirectory(atPath: root)
    return Dictionary(
      uniqueKeysWithValues: files.compactMap { path in
        FileManager.default.contents(atPath: "\(root)/\(path)").map { (path, $0) }
      })
  }

  @Test(arguments: [("ada", 15), ("ben", 15), ("zoë", 6), ("s1", 8)])
  func `a subject is in the shard that the digest of its id says`(id: String, number: Int) throws {
    // int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big") % 16 + 1 in Python
    let shards = (1...16).compactMap { Shard("\($0)/16") }
    #expect(shards.filter { $0.contains(id) }.map(\.number) == [number])
  }

  @Test(arguments: ["", "3", "0/4", "5/4", "3/16/2", "a/b", "-1/4", "1/0"])
  func `what is no shard is refused`(text: String) { #expect(Shard(text) == nil) }

  @Test func `shards joined give what one run gives, byte for byte`() async throws {
    let pipeline = try bench.pipeline(subjects())
    let parts = try await [
      shard("1/3", of: pipeline), shard("2/3", of: pipeline), shard("3/3", of: pipeline),
    ]
    #expect(parts.map(\.subjects).reduce(0, +) == 11)
    #expect(parts.flatMap(\.failures).map(\.subject).sorted() == ["mars", "text"])
    let joined = try await decide(pipeline)

    let alone = bench.folder.appendingPathComponent("alone").path
    let direct = try await bench.run(pipeline, out: alone)
    #expect(try documents(of: bench.out) == documents(of: alone))
    #expect(try documents(of: alone).count == 29)
    #expect(joined.subjects.map(\.error) == direct.subjects.map(\.error))
    #expect(joined.subjects.map(\.inputs) == direct.subjects.map(\.inputs))
    #expect(joined.subjects.map(\.findings) == direct.subjects.map(\.findings))
    #expect(joined.subjects.map(\.work) == direct.subjects.map(\.work))

    let again = try await decide(pipeline)
    #expect(again.subjects.allSatisfy { $0.work == .nothing })
    #expect(again.subjects.map(\.inputs) == direct.subjects.map(\.inputs))
    #expect(again.subjects.map(\.files) == direct.subjects.map(\.files))
    let store = try Store(at: bench.store)
    defer { try? store.close() }
    #expect(try store.storedSubjects(of: "walk-2025", from: "", through: "~").count == 9)
  }

  @Test func `with the same book a fresh folder and shards give the same bytes after the closing`()
    async throws
  {
    func pipeline(_ archives: [String]) throws -> PipelineConfiguration {
      var pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)])
      pipeline.challenge.proofDeadline = Workbench.deadline
      return pipeline
    }
    // Without an export date days are read for the instant of the verdict that stands.
    let short = try bench.archive(
      "short.xml", Workbench.export([12_000, 12_000, 9000], exportDate: nil))
    let late = try bench.archive("late.xml", steps: [12_000, 12_000, 13_000])
    try await bench.run(pipeline([short]), asOf: Workbench.closing)
    let both = try pipeline([short, late])
    let fresh = bench.folder.appendingPathComponent("fresh").path
    let joined = bench.folder.appendingPathComponent("joined").path
    for out in [fresh, joined] {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: Book.path(besideStore: bench.store),
        toPath: Book.path(besideStore: out + "/daymark.sqlite"))
    }
    #expect(try await shard("1/1", of: both).read == 1)
    var options = RunOptions(outputFolder: joined, now: Workbench.later)
    (options.asOf, options.readingsFolder) = (Workbench.later, readings)
    for out in [fresh, nil] { try await bench.run(both, out: out) }
    for _ in 0..<2 {
      let summary = try await runPipeline(both, options: options)
      #expect(summary.subjects.map(\.verdict?.outcome) == [.fail])
    }
    let usual = try documents(of: bench.out)
    let evidence = String(decoding: usual["anna/evidence.json"] ?? Data(), as: UTF8.self)
    #expect(evidence.contains("input.receipt_unknown"))
    #expect(try documents(of: fresh) == usual)
    #expect(try documents(of: joined) == usual)
    // What was seen since then is no reason to read again.
    #expect(try await shard("1/1", of: both).reused == 1)
  }

  @Test func `a reading made without the book brings nothing in that came too late`() async throws {
    var pipeline = try bench.pipeline([
      Subject(id: "anna", archives: [try bench.archive("a.xml", steps: [12_000, 12_000, 9000])])
    ])
    pipeline.challenge.proofDeadline = Workbench.deadline
    let joined = bench.folder.appendingPathComponent("joined").path
    try await bench.run(pipeline, asOf: Workbench.closing, out: joined)
    pipeline.subjects[0].archives.append(
      try bench.archive("b.xml", steps: [12_000, 12_000, 13_000]))
    // Beside the output folder of this shard there is none.
    _ = try await shard("1/1", of: pipeline)
    var options = RunOptions(outputFolder: joined, now: Workbench.later)
    (options.asOf, options.readingsFolder) = (Workbench.later, readings)
    let without = try await runPipeline(pipeline, options: options).subjects[0]
    #expect(without.error?.code == .inputReceiptUnknown && without.stale?.verdict.outcome == .fail)
    var lines: [String] = []
    for store in [nil, joined + "/daymark.sqlite"] {
      try readingRequests(
        of: pipeline, asOf: Workbench.later, now: Workbench.later, showsNames: false, store: store
      ) {
        lines.append(String(decoding: $0, as: UTF8.self))
      }
    }
    #expect(lines.map { $0.contains("\"unseen\"") } == [false, true])
    // A look ahead knows nothing of what comes until then.
    let eve = Workbench.deadline.advanced(byMilliseconds: -1)
    for now in [eve, Workbench.deadline] {
      try readingRequests(of: pipeline, asOf: Workbench.later, now: now, showsNames: false) {
        lines.append(String(decoding: $0, as: UTF8.self))
      }
    }
    #expect(
      lines.map { $0.contains("\"listedAfterDeadline\":true") } == [true, true, false, true])
  }

  @Test func `readings that were listed before the deadline close no hand-in`() async throws {
    let short = try bench.archive("short.xml", steps: [12_000, 12_000, 9000])
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    let eve = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    let alone = bench.folder.appendingPathComponent("alone").path
    let before = try pipeline(["anna": [short], "ben": [full]])
    try await bench.run(before, asOf: eve, out: alone)
    _ = try await shard("1/1", of: before, asOf: eve)
    _ = try await decide(before, asOf: eve)
    let known = try documents(of: bench.out)

    // In the last hour Anna hands in what shows the third day.
    let after = try pipeline(["anna": [short, full], "ben": [full]])
    for night in 0..<2 {
      let asOf = Workbench.closing.advanced(byMilliseconds: Int64(night) * 86_400_000)
      let summary = try await decide(after, asOf: asOf)
      #expect(summary.subjects.map(\.error?.facts.reason) == [.listedEarly, .listedEarly])
      #expect(summary.subjects.map(\.stale?.verdict.outcome) == [.fail, .pass])
      #expect(try documents(of: bench.out)["anna/evidence.json"] == known["anna/evidence.json"])
    }
    let shards = try await shard("1/1", of: after, asOf: Workbench.closing)
    #expect(shards.read == 1 && shards.reused == 1)
    for (asOf, archives) in [(Workbench.closing, [short, full]), (Workbench.later, [full])] {
      // What counted is gone on the last night, so Anna is not decided on again.
      let now = try pipeline(["anna": archives, "ben": [full]])
      if asOf == Workbench.later { _ = try await shard("1/1", of: now, asOf: asOf) }
      let joined = try await decide(now, asOf: asOf)
      let direct = try await bench.run(now, asOf: asOf, out: alone)
      #expect(joined.subjects.map(\.error?.code) == direct.subjects.map(\.error?.code))
      #expect(try documents(of: bench.out) == documents(of: alone))
    }
    #expect(
      String(decoding: try documents(of: alone)["anna/verdict.json"] ?? Data(), as: UTF8.self)
        .contains("\"outcome\":\"pass\""))
  }

  @Test func `the store's reading closes no hand-in where the folder has none`() async throws {
    var pipeline = try bench.pipeline(
      ["anna", "ben"].map {
        Subject(id: $0, archives: [try bench.archive("\($0).xml", steps: [12_000, 12_000, 9000])])
      })
    pipeline.challenge.proofDeadline = Workbench.deadline
    let eve = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    _ = try await shard("1/1", of: pipeline, asOf: eve)
    _ = try await decide(pipeline, asOf: eve)
    var alone = pipeline
    alone.subjects.removeLast()
    try FileManager.default.removeItem(atPath: readings)
    _ = try await shard("1/1", of: alone, asOf: Workbench.closing)
    let closing = try await decide(pipeline, asOf: Workbench.closing)
    #expect(closing.subjects.map(\.error?.code) == [nil, .readingMissing])
    pipeline.subjects[1].archives.append(
      try bench.archive("more.xml", steps: [12_000, 12_000, 13_000]))
    _ = try await shard("1/1", of: pipeline, asOf: Workbench.later)
    let last = try await decide(pipeline)
    #expect(last.subjects.map(\.verdict?.outcome) == [.fail, .pass])
  }

  @Test func `archives that could not be opened at the closing are not late`() async throws {
    let path = try bench.archive("anna.xml", steps: [12_000, 12_000, 13_000])
    var pipeline = try bench.pipeline([
      Subject(id: "anna", archives: [path]),
      Subject(id: "ben", archives: [try bench.archive("ben.xml", steps: [12_000, 12_000, 1])]),
    ])
    pipeline.challenge.proofDeadline = Workbench.deadline
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    _ = try await shard("1/1", of: pipeline, asOf: Workbench.closing)
    let closing = try await decide(pipeline, asOf: Workbench.closing)
    #expect(closing.subjects.map(\.error?.code) == [.fileMissing, nil])
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    _ = try await shard("1/1", of: pipeline)
    let later = try await decide(pipeline)
    #expect(later.subjects.map(\.verdict?.outcome) == [.pass, .fail])
    #expect(later.subjects[0].inputs.allSatisfy { !$0.isLeftOut })
  }

  /// A pipeline with the deadline, and subjects with these archives.
  private func pipeline(_ archives: KeyValuePairs<String, [String]>) throws
    -> PipelineConfiguration
  {
    var pipeline = try bench.pipeline(archives.map { Subject(id: $0, archives: $1) })
    pipeline.challenge.proofDeadline = Workbench.deadline
    return pipeline
  }

  @Test func `a newcomer of the last hour is not late where subjects are known from readings`()
    async throws
  {
    let eve = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    let more = try bench.archive("more.xml", steps: [12_000, 12_000, 14_000])
    let nobody = try pipeline([:])
    for number in 1...2 {
      _ = try await shard("\(number)/2", of: pipeline(["anna": [full]]), asOf: eve)
    }
    _ = try await decide(nobody, asOf: eve)
    let both = try pipeline(["anna": [full], "dora": [more]])
    let dora = try #require(Shard("1/2")?.contains("dora") == true ? 1 : 2)
    for part in [3 - dora, dora] {
      // Nothing closes before each shard has listed what it has.
      let closing = try await decide(nobody, asOf: Workbench.closing)
      #expect(closing.subjects.allSatisfy { $0.error?.facts.reason == .listedEarly })
      _ = try await shard("\(part)/2", of: both, asOf: Workbench.closing)
    }
    let closed = try await decide(nobody, asOf: Workbench.closing)
    #expect(closed.subjects.map(\.verdict?.outcome) == [.pass, .pass])
    #expect(closed.subjects.allSatisfy { $0.verdict?.finality.isFinal == true })
  }

  @Test func `whoever handed in something and is not there at the closing is not closed`()
    async throws
  {
    let eve = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    let more = try bench.archive("more.xml", steps: [12_000, 12_000, 14_000])
    let both = try pipeline(["anna": [full], "ben": [more]])
    try await bench.run(both, asOf: eve)
    try await bench.run(pipeline(["anna": [full]]), asOf: Workbench.closing)
    let other = try bench.archive("other.xml", steps: [12_000, 12_000, 15_000])
    let later = try await bench.run(pipeline(["anna": [full], "ben": [more, other]]))
    #expect(later.subjects[1].inputs.allSatisfy { !$0.isLeftOut })
  }

  @Test func `what is complete is complete by a reading that knows so`() async throws {
    let day = 86_400_000
    let start = Workbench.deadline.advanced(byMilliseconds: Int64(-10 * day))
    let short = try bench.archive("short.xml", steps: [12_000, 12_000, 9000])
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    var ben = try pipeline(["ben": [short]])
    _ = try await shard("1/1", of: ben, asOf: start)
    // He hands in the rest, and then the operator is told that this is all.
    ben.subjects[0].archives.append(full)
    ben.subjects[0].isComplete = true
    let noon = start.advanced(byMilliseconds: Int64(day / 2))
    let early = try await decide(ben, asOf: noon)
    #expect(early.subjects[0].error?.facts.reason == .listedEarly)
    let shards = try await shard("1/1", of: ben, asOf: noon)
    #expect(shards.read == 1)
    let known = try await decide(ben, asOf: noon)
    #expect(known.subjects[0].verdict?.outcome == .pass)
    #expect(known.subjects[0].verdict?.finality.isFinal == true)
    // After the closing the operator takes it back.
    let more = try bench.archive("more.xml", steps: [12_000, 12_000, 14_000])
    ben.subjects[0].archives.append(more)
    let closing = try await decide(ben, asOf: Workbench.closing)
    #expect(closing.subjects[0].error?.facts.reason == .listedEarly)
  }

  @Test func `a subject whose settings cannot be read keeps no older reading`() async throws {
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    var ben = try pipeline(["ben": [full]])
    let eve = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    _ = try await shard("1/1", of: ben, asOf: eve)
    ben.subjects[0].problem = Finding(.configUnknownKey)
    let shards = try await shard("1/1", of: ben, asOf: Workbench.closing)
    #expect(shards.failures.map(\.finding.code) == [.configUnknownKey])
    let joined = try await decide(pipeline([:]), asOf: Workbench.closing)
    #expect(joined.subjects.map(\.error?.code) == [.configUnknownKey])
  }

  @Test func `the last reading that fails keeps the verdict on an earlier one`() async throws {
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    let ben = try pipeline(["ben": [full]])
    _ = try await shard("1/1", of: ben, asOf: Workbench.closing)
    _ = try await decide(ben, asOf: Workbench.closing)
    let kept = try documents(of: bench.out)
    let folder = ReadingsFolder(path: readings)
    let first = try #require(FileManager.default.contents(atPath: folder.file(of: "ben")))
    var failed = try #require(Members<ReadingDocument>.reading.kind.value(Array(first)))
    failed.reading = nil
    failed.failure = Finding(.readerCrashed)
    try (first + Data(failed.line)).write(to: URL(fileURLWithPath: folder.file(of: "ben")))
    let night = try await decide(ben)
    #expect(night.subjects[0].error?.code == .readerCrashed)
    #expect(night.subjects[0].stale?.verdict.outcome == .pass)
    #expect(try documents(of: bench.out)["ben/verdict.json"] == kept["ben/verdict.json"])
  }

  /// What lies in a subject's folder, and what the operator says of it, night after night.
  private enum Nights: CaseIterable {
    case rubbishThatIsReplacedLate, oneReceiptForAll, lateAndSetAside, undatedWithLaterRecords
    case undatedAndLate, acceptingLate, emptyFileBeside, onlyRubbishLeft, nobodyHandedIn
    case completeAndLate
  }

  /// Where `knowsSubjects` is false, only the machine that reads knows what the operator states.
  @Test(arguments: Nights.allCases, [true, false])
  private func `nights by shards leave what nights on one machine leave`(
    _ nights: Nights, knowsSubjects: Bool
  ) async throws {
    let short = try bench.archive("short.xml", steps: [12_000, 12_000, 9000])
    let full = try bench.archive("full.xml", steps: [12_000, 12_000, 13_000])
    let rubbish = bench.folder.appendingPathComponent("rubbish.xml").path
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: rubbish))
    let empty = bench.folder.appendingPathComponent("empty.xml").path
    try Data().write(to: URL(fileURLWithPath: empty))
    let undated = try bench.archive(
      "undated.xml", Workbench.export([12_000, 12_000, 9000, 1, 1, 1, 1, 1, 1], exportDate: nil))
    let alone = bench.folder.appendingPathComponent("alone").path
    let closing = Workbench.closing
    let early = closing.advanced(byMilliseconds: -12 * 86_400_000)
    for (night, days) in [0, 10, 11].enumerated() {
      var subject = Subject(id: "anna", archives: [night == 0 ? short : full])
      switch nights {
      case .rubbishThatIsReplacedLate:
        if night == 0 { subject.archives = [rubbish] }
      case .oneReceiptForAll:
        subject.archives = night == 0 ? [short] : [short, full]
        let instant = Workbench.deadline.advanced(byMilliseconds: -1000)
        subject.receivedAt = Dictionary(
          uniqueKeysWithValues: subject.archives.map { ($0, instant) })
        subject.receivedTogether = true
      case .lateAndSetAside:
        subject.archives = night == 0 ? [short] : [short, full]
        if night > 0 { subject.setAside = [.init("full.xml", InputWaiver(because: "not theirs"))] }
      case .undatedWithLaterRecords:
        subject.archives = [undated]
      case .undatedAndLate:
        subject.archives = night == 0 ? [undated] : [undated, full]
        subject.setAside = [.init("other.xml", InputWaiver(because: "not theirs"))]
      case .acceptingLate: subject.archives = night == 0 ? [short] : [short, full]
      case .emptyFileBeside: subject.archives = [full, empty]
      case .onlyRubbishLeft: subject.archives = night == 0 ? [full, rubbish] : [rubbish]
      case .nobodyHandedIn: subject.archives = night == 0 ? [] : [full]
      case .completeAndLate:
        subject.archives = night == 0 ? [short] : [short, full]
        subject.isComplete = true
      }
      var pipeline = try bench.pipeline([subject])
      // Two of the later days are not believed on the night that closes.
      pipeline.challenge.proofDeadline =
        nights == .undatedWithLaterRecords ? early : Workbench.deadline
      if nights == .acceptingLate { pipeline.policies.lateInputs = .accept }
      let asOf = (nights == .undatedWithLaterRecords ? early : closing)
        .advanced(byMilliseconds: Int64(days) * 86_400_000)
      let direct = try await bench.run(pipeline, asOf: asOf, out: alone)
      _ = try await shard("1/1", of: pipeline, asOf: asOf)
      if !knowsSubjects { pipeline.subjects = [] }
      let joined = try await decide(pipeline, asOf: asOf)
      #expect(try documents(of: bench.out) == documents(of: alone), "night \(night)")
      #expect(
        joined.subjects.map(\.error?.code) == direct.subjects.map(\.error?.code), "night \(night)")
      let known = direct.subjects.map(\.stale?.verdict.outcome)
      #expect(joined.subjects.map(\.stale?.verdict.outcome) == known, "night \(night)")
    }
  }

  @Test func `evidence on readings names the operator's files`() async throws {
    var pipeline = try bench.pipeline([
      Subject(id: "s", archives: [try bench.archive("s.xml", steps: [10_000])])
    ])
    pipeline.operatorFiles = [
      OperatorFile(.exercises, path: "exercises.yaml", contents: "exercises: []\n")
    ]
    _ = try await shard("1/1", of: pipeline)
    _ = try await decide(pipeline)
    let alone = bench.folder.appendingPathComponent("alone").path
    try await bench.run(pipeline, out: alone)
    #expect(try documents(of: bench.out) == documents(of: alone))
  }

  @Test func `the last of two readings of a subject counts`() async throws {
    let pipeline = try bench.pipeline([
      Subject(id: "s", archives: [try bench.archive("s.xml", steps: [10_000])])
    ])
    _ = try await shard("1/1", of: pipeline)
    let first = try #require(
      FileManager.default.subpathsOfDirectory(atPath: readings).first { $0.hasSuffix("s.json") })
    try FileManager.default.copyItem(
      atPath: "\(readings)/\(first)", toPath: readings + "/0.json")
    _ = try bench.archive("s.xml", steps: [12_000])
    _ = try await shard("1/1", of: pipeline)
    _ = try await decide(pipeline)
    let alone = bench.folder.appendingPathComponent("alone").path
    try await bench.run(pipeline, out: alone)
    #expect(try documents(of: bench.out) == documents(of: alone))
  }

  @Test func `a shard reads again what changed and what failed, and nothing else`() async throws {
    let subjects = try subjects()
    let pipeline = try bench.pipeline(subjects)
    let first = try await shard("1/1", of: pipeline)
    #expect(first.read == 9 && first.reused == 0 && first.failures.count == 2)
    let before = try documents(below: readings)
    let second = try await shard("1/1", of: pipeline)
    #expect(second.read == 0 && second.reused == 9 && second.failures.count == 2)
    #expect(try documents(below: readings) == before)
    _ = try bench.archive("5.xml", steps: [1, 2, 3, 4])
    let third = try await shard("1/1", of: pipeline)
    #expect(third.read == 1 && third.reused == 8)
    var other = pipeline
    other.policies.manualEntries = .include
    #expect(try await shard("1/1", of: other).read == 9)
  }

  private func documents(below folder: String) throws -> [String: Data] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: files.compactMap { path in
        FileManager.default.contents(atPath: "\(folder)/\(path)").map { (path, $0) }
      })
  }

  @Test func `a subject whose reading is missing or of other settings fails, and what stood stays`()
    async throws
  {
    let subjects = Array(try subjects().prefix(8))
    let pipeline = try bench.pipeline(subjects)
    _ = try await bench.run(pipeline)
    _ = try await shard("1/2", of: pipeline)
    let store = bench.store
    try FileManager.default.removeItem(atPath: store)
    let half = try await decide(pipeline)
    let missing = half.subjects.filter { $0.error?.code == .readingMissing }
    #expect(!missing.isEmpty && missing.allSatisfy { $0.error?.facts.reason == nil })
    #expect(half.subjects.count { $0.error == nil } + missing.count == 8)
    #expect(try bench.text("walk-2025/\(missing[0].id)/evidence.json").count > 100)

    var other = pipeline
    other.policies.manualEntries = .include
    _ = try await shard("2/2", of: other)
    let mixed = try await decide(pipeline)
    let refused = mixed.subjects.filter { $0.error != nil }
    #expect(refused.map(\.id) == missing.map(\.id))
    #expect(refused.allSatisfy { $0.error?.facts.reason == .otherSettings })
  }

  @Test func `a reading serves an instant for which reading again would give the same`()
    async throws
  {
    let undated = try bench.archive("undated.xml", Workbench.export([10_000], exportDate: nil))
    let pipeline = try bench.pipeline([Subject(id: "u", archives: [undated])])
    _ = try await shard("1/1", of: pipeline)
    let later = Instant(milliseconds: Workbench.later.milliseconds + 86_400_000)
    #expect(try await decide(pipeline, asOf: later).subjects[0].error == nil)
    let earlier = Instant(milliseconds: Workbench.later.milliseconds - 86_400_000)
    try FileManager.default.removeItem(atPath: bench.store)
    let error = try await decide(pipeline, asOf: earlier).subjects[0].error
    #expect(error?.code == .readingMissing && error?.facts.reason == .otherSettings)
  }

  @Test func `a wave counts once it is whole, and a later wave before an earlier one`() async throws
  {
    let subjects = Array(try subjects()[4..<6])
    let pipeline = try bench.pipeline(subjects)
    _ = try await shard("1/1", of: pipeline)
    let lines = try documents(below: readings).filter {
      !$0.key.hasPrefix("_") && $0.key.hasSuffix(".json")
    }.values.reduce(
      Data(), +)
    _ = try bench.archive("4.xml", steps: [1, 1, 1])
    _ = try await shard("1/1", of: pipeline)
    let changed = try documents(below: readings).filter {
      !$0.key.hasPrefix("_") && $0.key.hasSuffix(".json")
    }.values.reduce(
      Data(), +)

    let waves = bench.folder.appendingPathComponent("waves")
    func write(_ data: Data, wave: String, isWhole: Bool) throws {
      let folder = waves.appendingPathComponent("wave=\(wave)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(gzip(Array(data))).write(to: folder.appendingPathComponent("part-0.txt.gz"))
      if isWhole { try Data().write(to: folder.appendingPathComponent("_SUCCESS")) }
    }
    try write(lines, wave: "00000", isWhole: true)
    try write(changed, wave: "00001", isWhole: false)
    #expect(
      try await decide(pipeline, waves.path).subjects.map { $0.verdict?.outcome } == [.pass, .pass])
    let evidence = try bench.text("walk-2025/s4/evidence.json")
    try write(changed, wave: "00001", isWhole: true)
    let whole = try await decide(pipeline, waves.path)
    #expect(whole.subjects.map(\.work) == [.read, .nothing])
    #expect(try bench.text("walk-2025/s4/evidence.json") != evidence)

    // Cut, and with a line that is none.
    try Data(gzip(Array(lines))).dropLast(9).write(
      to: waves.appendingPathComponent("wave=00001/part-0.txt.gz"))
    try Data("{}\n".utf8).write(to: waves.appendingPathComponent("wave=00001/part-1.json"))
    let damaged = try await decide(pipeline, waves.path)
    #expect(
      damaged.findings.map(\.code) == [.readingMalformed, .readingMalformed, .deadlineUnstated])
    #expect(damaged.findings.map { $0.location?.line } == [nil, 1, nil])
  }

  @Test func `a pipeline that names nobody decides on those who were read`() async throws {
    var subjects = Array(try subjects().prefix(4))
    subjects[1].address = anAddress
    let pipeline = try bench.pipeline(subjects, intake: anIntake)
    _ = try await shard("1/1", of: pipeline)
    let named = try await decide(pipeline)
    let expected = try documents(of: bench.out)
    try FileManager.default.removeItem(atPath: bench.out + "/walk-2025")
    try FileManager.default.removeItem(atPath: bench.store)
    let unnamed = try await decide(bench.pipeline([], intake: anIntake))
    #expect(unnamed.subjects.map(\.id) == named.subjects.map(\.id))
    #expect(try documents(of: bench.out) == expected)
  }

  @Test func `an archive that ends its reader is quarantined with its digest, also when joined`()
    async throws
  {
    let program = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
      .appendingPathComponent("daymark-poisoned-worker").path
    let poison = bench.folder.appendingPathComponent("abort.xml")
    try Data("daymark poison abort".utf8).write(to: poison)
    var subjects = Array(try subjects().prefix(3))
    subjects.insert(Subject(id: "abort", archives: [poison.path]), at: 1)
    let pipeline = try bench.pipeline(subjects)
    let part = try await shard(
      "1/1", of: pipeline, readers: .processes(ReaderLimits(program: program)))
    #expect(part.read == 3 && part.failures.map(\.subject) == ["abort"])
    let failure = try #require(part.failures.first?.finding)
    #expect(failure.code == .readerCrashed && failure.facts.signal == "SIGABRT")
    #expect(failure.location?.file == "abort.xml")
    #expect(failure.facts.sha256 == Digest(of: Array("daymark poison abort".utf8)))
    #expect(try await decide(pipeline).subjects.map(\.error) == [nil, failure, nil, nil])
  }
}

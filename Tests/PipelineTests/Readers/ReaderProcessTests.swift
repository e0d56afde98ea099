import CDaymarkProbes
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Archives read by processes of their own, some of which the archive ends.
struct ReaderProcessTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// The memory of the readers, by which those of each test are told from all others.
  private let memoryBytes = (512 << 20) + UInt64.random(in: 0..<1 << 20)

  private static let program =
    URL(fileURLWithPath: Program.path).deletingLastPathComponent()
    .appendingPathComponent("daymark-poisoned-worker").path

  /// A good reader takes some hundredths of a second, also beside other tests.
  private var readers: Readers {
    .processes(
      ReaderLimits(program: Self.program, silence: .seconds(4), memoryBytes: memoryBytes))
  }

  private func poison(_ name: String) throws -> Subject {
    let path = bench.folder.appendingPathComponent("\(name).xml").path
    try Data("daymark poison \(name)".utf8).write(to: URL(fileURLWithPath: path))
    return Subject(id: name, archives: [path])
  }

  private func good(_ count: Int) throws -> [Subject] {
    try (0..<count).map { number in
      let archive = try bench.archive(
        "good-\(number).xml", steps: [10_000 + number, 9900 + number, 11_000])
      return Subject(id: "good-\(number)", archives: [archive])
    }
  }

  /// The processes of the worker and its readers that are there.
  private func workers() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter {
      process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return words.contains("worker") && words.contains("\(memoryBytes)")
    }
  }

  private func parent(of process: Int32) -> Int32? {
    let status = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "PPid:".utf8) }
    return line.flatMap { Int32(String(decoding: $0.dropFirst(6), as: UTF8.self)) }
  }

  @Test func `poisoned archives are named, and those around them are what they are alone`()
    async throws
  {
    let good = try good(Sweep.isLong ? 200 : 30)
    let poisons = [
      "trap", "abort", "overflow", "spin", "allocate", "garbage", "babble", "silence", "exit",
      "impostor",
    ]
    var subjects = good
    for (index, name) in poisons.enumerated() {
      subjects.insert(try poison(name), at: min(subjects.count, 3 * index + 1))
    }
    let summary = try await bench.run(
      bench.pipeline(subjects), jobs: 4, readers: readers)
    let errors = summary.subjects.filter { !$0.id.hasPrefix("good") }.map { subject in
      (subject.id, subject.error)
    }
    let codes = Dictionary(uniqueKeysWithValues: errors.map { ($0, $1?.code) })
    #expect(
      codes == [
        "trap": .readerCrashed, "abort": .readerCrashed, "overflow": .readerCrashed,
        "spin": .readerTimeout, "allocate": .readerMemory, "babble": .readerCrashed,
        "silence": .readerTimeout, "exit": .readerCrashed, "impostor": .readerCrashed,
        // What is printed is no answer; the file is no archive.
        "garbage": .archiveUnrecognised,
      ])
    let signals = Dictionary(uniqueKeysWithValues: errors.map { ($0, $1?.facts.signal) })
    #expect(signals["abort"] == "SIGABRT" && signals["overflow"] == "SIGSEGV")
    #expect(signals["babble"] == .some(nil))
    for (id, error) in errors where id != "garbage" {
      #expect(error?.location?.file == "\(id).xml")
      #expect(error?.facts.sha256 == Digest(of: Array("daymark poison \(id)".utf8)))
    }

    let alone = bench.folder.appendingPathComponent("alone").path
    try await bench.run(bench.pipeline(good), out: alone)
    for subject in good {
      for file in ["evidence.json", "verdict.json"] {
        let path = "walk-2025/\(subject.id)/\(file)"
        #expect(
          try bench.text(path) == String(contentsOfFile: "\(alone)/\(path)", encoding: .utf8),
          "\(path)")
      }
    }
    #expect(try workers().isEmpty)
  }

  @Test func `a reader that one archive has turned reads for nobody else`() async throws {
    var subjects = [try poison("turn")]
    subjects += try good(5)
    let summary = try await bench.run(bench.pipeline(subjects), jobs: 1, readers: readers)
    #expect(summary.subjects.first?.error?.code == .archiveUnrecognised)
    // It would have read the first one's archive for all others.
    #expect(summary.subjects.dropFirst().allSatisfy { $0.error == nil && $0.verdict != nil })
  }

  @Test func `a worker that is killed is replaced, and costs the subject that was being read`()
    async throws
  {
    let limits = ReaderLimits(
      program: Self.program, silence: .seconds(3600), memoryBytes: memoryBytes)
    let pipeline = try bench.pipeline([try poison("silence")] + good(3))
    let run = Task { try await bench.run(pipeline, jobs: 1, readers: .processes(limits)) }
    var killed: Set<Int32> = []
    for _ in 0..<2 {
      // The reader that stays is the subject's: the one that is tried first is soon done.
      var (last, looks): (Set<Int32>, Int) = ([], 0)
      try await eventually {
        let found = Set(try workers()).subtracting(killed)
        (last, looks) = (found, found == last && found.count == 2 ? looks + 1 : 0)
        return looks == 200
      }
      let living = Dictionary(uniqueKeysWithValues: try workers().map { ($0, parent(of: $0)) })
      // The worker alone, with which its reader ends: in place of a reader that is killed first it may have started
      // another, and that is both tries of the subject.
      for (process, parent) in living where killed.insert(process).inserted {
        if let parent, living[parent] == nil { kill(process, SIGKILL) }
      }
    }
    let summary = try await run.value
    #expect(summary.subjects.first { $0.id == "silence" }?.error?.code == .readerCrashed)
    #expect(summary.subjects.filter { $0.id != "silence" }.allSatisfy { $0.verdict != nil })
  }

  @Test func `nothing that a reader may try beside reading succeeds`() async throws {
    let names = (0..<daymark_probe_count()).map { String(cString: daymark_probe_name($0)) }
    #expect(names.count >= 2 * 65 && Set(names).count == names.count)
    // These the system answers with an error, because libraries try the same and go on without; others end the reader.
    let answered =
      #/(openat (of|to|that) .*|newfstatat .*|(open|stat|lstat|statx|access|faccessat2?|readlink(at)?)|ioctl.*|clone3|a call that is not there yet)/#
    let subjects = try names.indices.map { try poison("probe-\($0)") }
    let summary = try await bench.run(bench.pipeline(subjects), jobs: 2, readers: readers)
    for subject in summary.subjects {
      let name = try names[#require(Int(subject.id.dropFirst(6)))]
      if name.wholeMatch(of: answered) != nil {
        // The reader went on, and read the file, which is no archive; had the probe succeeded, it would have ended.
        #expect(subject.error?.code == .archiveUnrecognised, "\(name)")
      } else {
        #expect(subject.error?.code == .readerCrashed, "\(name)")
        // Where the kernel has no calls of i386, their way into it is a fault.
        let signals = name.hasSuffix("of i386") ? ["SIGSYS", "SIGSEGV"] : ["SIGSYS"]
        #expect(signals.contains(subject.error?.facts.signal ?? "none"), "\(name)")
      }
    }
  }

  @Test func `where readers are ended for what they need, the call is named and nobody is judged`()
    async throws
  {
    let probe = (0..<daymark_probe_count()).first {
      String(cString: daymark_probe_name($0)) == "socket of the internet"
    }
    let script = bench.folder.appendingPathComponent("worker.sh").path
    try Data(
      "#!/bin/sh\nDAYMARK_POISON_PROBE=\(#require(probe)) exec '\(Self.program)' \"$@\"\n".utf8
    )
    .write(to: URL(fileURLWithPath: script))
    chmod(script, 0o700)
    let pipeline = try bench.pipeline(good(3))
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(pipeline, readers: .processes(ReaderLimits(program: script)))
    }
    #expect(error?.finding.code == .readerRefused)
    #if arch(x86_64)
      #expect(error?.finding.facts.system == "system call 41 of x86_64")
    #else
      #expect(error?.finding.facts.system == "system call 198 of aarch64")
    #endif
    let verdict = bench.out + "/walk-2025/good-0/verdict.json"
    #expect(!FileManager.default.fileExists(atPath: verdict))
  }

  @Test func `a program that is no worker is an error of each subject`() async throws {
    for program in ["/bin/true", "/bin/cat", "/nowhere/daymark"] {
      let summary = try await bench.run(
        bench.pipeline(try good(1)),
        readers: .processes(ReaderLimits(program: program, silence: .seconds(1))))
      #expect(
        summary.subjects.first?.error?.code.rawValue.hasPrefix("reader.") == true, "\(program)")
    }
  }

  @Test func `what takes too long in all ends`() async throws {
    let limits = ReaderLimits(program: Self.program, timeout: .seconds(1), silence: .seconds(60))
    let summary = try await bench.run(
      bench.pipeline([try poison("silence")]), readers: .processes(limits))
    let error = try #require(summary.subjects.first?.error)
    #expect(error.code == .readerTimeout && error.facts.most == 1 && error.facts.reason == nil)
  }

  @Test func `who stops a run waits for no reader`() async throws {
    let pipeline = try bench.pipeline([try poison("silence")])
    // Nothing but the stop ends it, however long this test has to wait for its turn to look.
    let limits = ReaderLimits(
      program: Self.program, silence: .seconds(3600), memoryBytes: memoryBytes)
    let run = Task { try await bench.run(pipeline, readers: .processes(limits)) }
    // The worker, and the reader that it has made.
    try await eventually { try workers().count == 2 }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try workers().isEmpty)
  }
}

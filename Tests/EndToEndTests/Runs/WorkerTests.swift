import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// The processes that read archives for a run.
struct WorkerTests {
  private let run = ["run", ".", "--as-of", SampleFolder.asOfText, "--quiet"]

  @Test func `what workers read is what the run reads by itself`() async throws {
    let folder = try ScratchFolder()
    // One that says its member's name in two ways, for which a reader looks at the file's size.
    var zip = StoredZip([.init("export.xml", export(steps: "10000"))]).bytes
    zip[30] ^= 0x20
    try folder.write(zip, to: "two.zip")
    try samplePipeline(in: folder, and: ["two.zip"])
    let program = Program(in: folder.path)
    let apart = try await program.run(run + ["--out", "apart"])
    let inside = try await program.run(run + ["--out", "inside", "--in-process"])
    #expect(apart.exitCode == inside.exitCode && apart.errors == inside.errors)
    let differences = try await program.shell("diff -r apart/c inside/c")
    #expect(differences.exitCode == 0, "\(differences.output)")
    let findings = try String(
      contentsOfFile: folder.path + "/apart/c/findings.csv", encoding: .utf8)
    #expect(findings.contains("archive.disagreement"))
  }

  @Test(.enabled { try await canTrace() })
  func `a kernel without openat2 gives the same documents, and follows no link either`()
    async throws
  {
    let folder = try ScratchFolder()
    for (file, steps) in [("export/apple/export.xml", "10000"), ("secret/export.xml", "7")] {
      try folder.write(export(steps: steps), to: file)
    }
    symlink("../secret", folder.path + "/export/linked")
    try samplePipeline(in: folder, and: [folder.path + "/export"])
    try await expectSameDocuments(in: folder.path, without: "openat2")
  }

  @Test(.enabled { try await canTrace() })
  func `a kernel without Landlock is told of once, and gives the same documents`() async throws {
    let folder = try ScratchFolder()
    try samplePipeline(in: folder)
    let errors = try await expectSameDocuments(
      in: folder.path, without: "landlock_create_ruleset")
    #expect(errors.ranges(of: "reader.landlock_missing").count == 1, "\(errors)")
  }

  /// Holds the documents of a run against those of a run for which the kernel does not know a system call.
  ///
  /// - Returns: The errors of the second run.
  @discardableResult
  private func expectSameDocuments(
    in folder: String, without call: String
  ) async throws -> String {
    let program = Program.onPath(in: folder)
    let arguments = run.joined(separator: " ")
    _ = try await program.shell("daymark \(arguments) --out new")
    let old = try await program.shell(
      "exec strace -f -qq -o trace -e trace=\(call) -e inject=\(call):error=ENOSYS"
        + " daymark \(arguments) --out old")
    #expect(old.exitCode <= 1, "\(old.errors)")
    let trace = try String(contentsOfFile: folder + "/trace", encoding: .utf8)
    #expect(trace.contains("ENOSYS"))
    let differences = try await program.shell("diff -r new/c old/c")
    #expect(differences.exitCode == 0, "\(differences.output)")
    return old.errors
  }

  @Test(.enabled { try await canTrace() })
  func `after its first line a worker has one thread, and its readers open nothing`() async throws {
    let folder = try ScratchFolder()
    // Large enough for threads that unpack, and that hash.
    try LargeExport(bytes: 5_000_000, seed: 1).write(to: folder.path + "/large.zip")
    try samplePipeline(in: folder, and: ["large.zip"])
    let traced = try await Program.onPath(in: folder.path).shell(
      "mkdir scratch && export TMPDIR=$PWD/scratch && exec strace -f -s 4096 -o trace daymark "
        + run.joined(separator: " "))
    #expect(traced.exitCode <= 1, "\(traced.errors)")
    let lines = try String(contentsOfFile: folder.path + "/trace", encoding: .utf8)
      .split(separator: "\n")
    let greeted = try #require(
      lines.firstIndex { $0.contains("sendmsg(") && $0.contains("daymarkWorker") })
    let worker = task(of: lines[greeted])
    let tasks = tasks(startedBy: worker, in: lines)
    // Neither the run nor what it starts leaves a core.
    let withoutCores = lines.first { $0.contains("RLIMIT_CORE, {rlim_cur=0, rlim_max=0}") }
    #expect(withoutCores.map(task(of:)) == task(of: lines[0]))
    // Where there is Landlock, the worker is held by it before it says that it is there.
    if lines.contains(where: { $0.contains(#/landlock_create_ruleset\(NULL.* = [1-9]/#) }) {
      let isHeld = lines[..<greeted].contains {
        task(of: $0) == worker && $0.contains(#/landlock_restrict_self\(.* = 0$/#)
      }
      #expect(isHeld)
    }
    let forbidden =
      #/ (open|creat|stat|lstat|access|readlink|socket|connect|exec|vfork|rename|unlink|mkdir)\w*\(/#
    var (readers, threads) = (0, 0)
    for line in lines[greeted...] where tasks.contains(task(of: line)) {
      // malloc looks there when it gives back much memory, and does without an answer.
      #expect(!line.contains(forbidden) || line.contains("overcommit_memory"), "\(line)")
      if line.contains(" clone(") {
        let isThread = line.contains("CLONE_THREAD")
        #expect(isThread == (task(of: line) != worker), "\(line)")
        if isThread { threads += 1 } else { readers += 1 }
      }
    }
    // Beside that of each subject there is the one that is tried. Each has one thread that reads, and that of the
    // large archive has more.
    #expect(readers == SampleFolder.all.count + 2 && threads > readers)
    // Nothing is left of what was unpacked.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/scratch").isEmpty)
  }

  private func export(steps: String) -> [UInt8] {
    let record = HealthRecord(
      .steps, steps, by: .phone(), .text("2025-06-01 12:00:00 +0200"),
      .text("2025-06-01 13:00:00 +0200"))
    return Array(
      HealthExport(exportDate: "2025-06-09 08:00:00 +0200", records: [record]).xml())
  }

  /// The number of the process or thread that a line of a trace is of.
  private func task(of line: Substring) -> Substring { line.prefix { $0 != " " } }

  /// A process of a trace, with all threads that it started, and those that they started.
  private func tasks(startedBy process: Substring, in lines: [Substring]) -> Set<Substring> {
    var tasks: Set = [process]
    var count = 0
    while tasks.count > count {
      count = tasks.count
      for line in lines where line.contains("clone") && tasks.contains(task(of: line)) {
        if let started = line.firstMatch(of: #/ = (\d+)$/#) { tasks.insert(started.1) }
      }
    }
    return tasks
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM])
  func `no worker outlives its run`(signal: Int32) async throws {
    let folder = try ScratchFolder()
    try samplePipeline(in: folder)
    var workers: [Int32] = []
    // Others' tests may take all the turns until a run is over: then it is another one's turn.
    for attempt in 0..<50 where workers.isEmpty {
      let arguments = run + ["--out", "out-\(attempt)"]
      _ = try await Program(in: folder.path).run(arguments) { program in
        workers = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            var workers: [Int32] = []
            while workers.isEmpty, isThere(program.identifier) {
              workers = program.children
              Thread.sleep(forTimeInterval: 0.002)
            }
            program.send(signal)
            continuation.resume(returning: workers)
          }
        }
      }
    }
    #expect(!workers.isEmpty)
    for _ in 0..<50 where workers.contains(where: isThere) {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(!workers.contains(where: isThere))
  }

  /// Whether a process runs; one that has ended and is not waited for does not.
  private func isThere(_ process: Int32) -> Bool {
    let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
    let state = String(decoding: status, as: UTF8.self).split(separator: ")").last?.dropFirst()
      .first
    return state != nil && state != "Z"
  }
}

/// Writes a pipeline in which each sample is the only archive of a subject.
///
/// - Parameter archives: Further ones.
func samplePipeline(in folder: borrowing ScratchFolder, and archives: [String] = []) throws {
  _ = try folder.write(
    "rule: some@1.0.0\ntitle: Some\nrequires:\n  total: { metric: steps, atLeast: 1 }\n".utf8,
    to: "rules.yaml")
  let subjects = (SampleFolder.all.map(\.input) + archives).enumerated().map { number, archive in
    "    - { id: s\(number), archives: [\"\(archive)\"] }\n"
  }
  let text = """
    pipeline: samples
    challenge: { id: c, title: C, from: 2025-06-01, to: 2025-06-30, timeZone: Europe/Berlin }
    rules: rules.yaml
    subjects:
      list:

    """
  _ = try folder.write((text + subjects.joined()).utf8, to: "pipeline.yaml")
}

private func canTrace() async throws -> Bool {
  try await Program().shell("strace -o /dev/null true").exitCode == 0
}

import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import Foundation
import Testing

/// What the operator says of a name is about the file that bore it, and not about what is put there later.
struct StatedNamesTests {
  private let bench: Workbench
  private let deadline = Workbench.deadline
  private let closing = Workbench.closing

  init() throws { bench = try Workbench() }

  private func run(
    _ archives: [String], asOf: Instant, _ change: (inout Subject) -> Void
  ) async throws -> SubjectSummary {
    var subject = Subject(id: "anna", archives: archives)
    change(&subject)
    var pipeline = try bench.pipeline([subject])
    pipeline.challenge.proofDeadline = deadline
    return try await bench.run(pipeline, asOf: asOf).subjects[0]
  }

  private func archive(_ name: String, _ third: Int) throws -> String {
    try bench.archive(name, steps: [12_000, 12_000, third])
  }

  @Test func `one instant for all is for the files that were there when a run first read it`()
    async throws
  {
    let first = try archive("a.xml", 9000)
    let received = deadline.advanced(byMilliseconds: -1)
    func all(_ subject: inout Subject) {
      subject.receivedTogether = true
      for archive in subject.archives { subject.receivedAt[archive] = received }
    }
    let before = try await run([first], asOf: received, all)
    #expect(before.inputs.map(\.receivedAt) == [received])
    _ = try await run([first], asOf: closing, all)
    let archives = [first, try archive("b.xml", 13_000)]
    let after = try await run(archives, asOf: closing, all)
    #expect(after.verdict?.outcome == .fail)
    #expect(after.inputs.compactMap(\.history?.code) == [.inputReceiptUnknown])
    // Said of the file by its name, it is about that file.
    let named = try await run(archives, asOf: closing) {
      $0.receivedAt = [archives[0]: received, archives[1]: received]
    }
    #expect(named.verdict?.outcome == .pass)
  }

  @Test func `after the closing a receipt is not about what is put under the name later`()
    async throws
  {
    let path = try archive("a.xml", 9000)
    func say(_ subject: inout Subject) { subject.receivedAt = [path: deadline] }
    #expect(try await run([path], asOf: closing, say).verdict?.outcome == .fail)
    let kept = bench.folder.appendingPathComponent("kept.xml").path
    try FileManager.default.copyItem(atPath: path, toPath: kept)
    _ = try archive("a.xml", 13_000)
    let swapped = try await run([path, kept], asOf: closing, say)
    #expect(swapped.verdict?.outcome == .fail)
    #expect(swapped.inputs.compactMap(\.history?.code) == [.inputReceiptUnknown])
    // The former file under its new name is still the one that was meant.
    #expect(swapped.inputs.filter { !$0.isLate }.count == 1)
  }

  @Test func `a decision is not about what is put under the name later`() async throws {
    let (path, other) = (try archive("a.xml", 13_000), try archive("b.xml", 9000))
    func decide(_ subject: inout Subject) {
      subject.setAside = [.init("a.xml", InputWaiver(because: "it is somebody else's"))]
    }
    let closed = try await run([path, other], asOf: closing, decide)
    #expect(closed.verdict?.outcome == .fail)
    _ = try archive("a.xml", 14_000)
    let swapped = try await run([path, other], asOf: closing, decide)
    #expect(swapped.verdict?.outcome == .fail && swapped.verdict?.finality == .final)
    #expect(swapped.inputs.filter { !$0.setAside.isEmpty }.isEmpty)
    #expect(swapped.findings.map(\.code).contains(.inputSetAsideUnmet))
    #expect(swapped.inputs.compactMap(\.history?.code) == [.inputReceiptUnknown])
  }
}

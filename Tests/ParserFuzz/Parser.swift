import DaymarkConfiguration
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import Foundation

@testable import DaymarkEmit
@testable import DaymarkPipeline

/// What reads text that somebody else wrote: a participant, an operator, or a process that was taken over.
enum Parser: UInt8, CaseIterable {
  // What participants hand in, by the names that files have.
  case fit, csv, json, gpx, tcx, zip, gzip, healthExport, text
  // What operators write.
  case pipeline, rules, ruleTests, exercises, columns, landmarks, feats, manifest, subjectSettings,
    limits, template, rulesLock, importedRule
  // What processes say to each other, and what is read again of what was written.
  case json8785, workerAnswer, workerRequest, readerTask, reading, finding, verdicts,
    findings, evidence

  /// Reads bytes.
  ///
  /// - Returns: Whether they were understood.
  /// - Throws: What is wrong with them.
  func read(_ bytes: [UInt8]) throws -> Bool {
    switch self {
    case .fit, .csv, .json, .gpx, .tcx, .zip, .gzip, .healthExport, .text: try readInputTwice(bytes)
    case .pipeline: try Bench.with(["pipeline.yaml": bytes]) { _ = try loadPipeline(at: $0) }
    case .rules: try Bench.with(["rules.yaml": bytes]) { _ = try loadPipeline(at: $0) }
    case .ruleTests:
      try Bench.with(["rules_test.yaml": bytes]) { _ = try loadRuleTests(at: $0) }
    case .exercises, .columns, .landmarks, .feats:
      try Bench.with(["exercises.yaml": bytes]) { folder in
        _ = try loadOperatorFile(kind ?? .exercises, at: folder + "/exercises.yaml")
      }
    case .manifest:
      try Bench.with(["subjects.csv": bytes]) { folder in
        _ = try loadPipeline(at: folder, subjectsFrom: .manifest(folder + "/subjects.csv"))
      }
    case .subjectSettings:
      try Bench.with(["inbox/anna.yaml": bytes]) { folder in
        let pipeline = try loadPipeline(at: folder, subjectsFrom: .inbox(folder + "/inbox"))
        if let problem = pipeline.subjects.first?.problem { throw DaymarkError(problem) }
      }
    case .limits:
      try Bench.with(["limits.yaml": bytes]) { _ = try loadLimits(at: $0 + "/limits.yaml") }
    case .template: try Bench.with(["template.yaml": bytes]) { _ = try loadTemplate(at: $0) }
    case .rulesLock:
      try Bench.with(["rules.lock": bytes]) { _ = try RulesLock(at: $0 + "/rules.lock") }
    case .importedRule:
      try Bench.with(["rule.json": bytes]) { _ = try importRule(at: $0 + "/rule.json") }
    case .json8785:
      let value = try JSONValue(parsing: bytes)
      require(try JSONValue(parsing: value.canonicalBytes()) == value)
    case .workerAnswer: return isReadAgain(bytes, as: Members<ReaderAnswer>.answer.kind)
    case .workerRequest: return isReadAgain(bytes, as: Members<SubjectRequest>.request.kind)
    case .readerTask: return isReadAgain(bytes, as: Members<ReaderTask>.task.kind)
    case .reading: return isReadAgain(bytes, as: Members<ReadingDocument>.reading.kind)
    case .finding: return isReadAgain(bytes, as: Members<Finding>.finding.kind)
    case .verdicts:
      guard let table = VerdictTable(parsing: String(decoding: bytes, as: UTF8.self)) else {
        return false
      }
      require(VerdictTable(parsing: table.text)?.text == table.text)
    case .findings:
      return findingTable(String(decoding: bytes, as: UTF8.self), without: "anna") != nil
    case .evidence: return isReadAgain(bytes, as: Members<Evidence>.evidence.kind)
    }
    return true
  }

  private var kind: OperatorFile.Kind? {
    switch self {
    case .exercises: .exercises
    case .columns: .columns
    case .landmarks: .landmarks
    case .feats: .feats
    default: nil
    }
  }

  private var fileName: String {
    switch self {
    case .fit: "a.fit"
    case .csv: "a.csv"
    case .json: "a.json"
    case .gpx: "a.gpx"
    case .tcx: "a.tcx"
    case .zip: "a.zip"
    case .gzip: "a.csv.gz"
    case .healthExport: "export.xml"
    default: "a.txt"
    }
  }

  /// Reads an input in pieces of two sizes, which must be the same to the reader.
  private func readInputTwice(_ bytes: [UInt8]) throws {
    try Bench.with([fileName: bytes]) { folder in
      let (whole, pieces) = (
        Outcome("\(folder)/\(fileName)", 1 << 16), Outcome("\(folder)/\(fileName)", 7)
      )
      require(whole == pieces, "\(whole) or \(pieces)")
      if let refusal = whole.refusal { throw DaymarkError(refusal) }
    }
  }

  /// Whether bytes are a document of a kind; what such a one is written as must be the same document.
  private func isReadAgain<Value>(_ bytes: [UInt8], as kind: Kind<Value>) -> Bool {
    guard let value = kind.value(bytes) else { return false }
    let written = kind.bytes(value)
    guard let again = kind.value(written) else { fail("cannot be read again") }
    require(kind.bytes(again) == written)
    return true
  }
}

/// What reading an input gave.
private struct Outcome: Equatable {
  var facts: InputFacts?
  var count = 0
  var refusal: Finding?

  init(_ path: String, _ chunkBytes: Int) {
    var count = 0
    do {
      facts = try readInput(at: path, options: ReadOptions(chunkBytes: chunkBytes)) {
        count += $0.count
      }
    } catch {
      refusal = (error as? DaymarkError)?.finding
    }
    self.count = refusal == nil ? count : 0
  }
}

/// Ends the process where a parser is not as it must be.
private func require(
  _ holds: Bool, _ what: @autoclosure () -> String = "", line: Int = #line
) {
  if !holds { fail("line \(line) \(what())") }
}

private func fail(_ what: String) -> Never {
  preconditionFailure("A parser contradicts itself: \(what).")
}

/// A folder where no disk is, with a sound pipeline in it.
enum Bench {
  private static let folder = "/dev/shm/daymark-fuzz-\(getpid())"

  private static let sound: [String: String] = [
    "pipeline.yaml": """
    pipeline: fuzz
    challenge: { id: fuzz, title: Fuzz, from: 2025-09-01, to: 2025-09-03, timeZone: UTC }
    subjects: { inbox: inbox }
    rules: rules.yaml

    """,
    "rules.yaml": """
    rule: fuzz@1.0.0
    title: Fuzz
    requires: { streak: { metric: steps, atLeast: 10000, days: 3 } }

    """,
    "rules_test.yaml": """
    - case: three days
      days: { steps: [10000 x3] }
      expect: { outcome: pass }

    """,
    "inbox/anna/a.xml": "",
  ]

  private static let made: Void = {
    for folder in [folder, folder + "/inbox", folder + "/inbox/anna"] { mkdir(folder, 0o700) }
    for (name, text) in sound { write(Array(text.utf8), to: name) }
  }()

  /// Puts files into the folder while something is read there.
  static func with(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
    _ = made
    for (name, bytes) in files { write(bytes, to: name) }
    defer {
      for name in files.keys {
        if let text = sound[name] {
          write(Array(text.utf8), to: name)
        } else {
          unlink("\(folder)/\(name)")
        }
      }
    }
    try body(folder)
  }

  /// Takes the folder away.
  static func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private static func write(_ bytes: [UInt8], to name: String) {
    guard let file = fopen("\(folder)/\(name)", "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

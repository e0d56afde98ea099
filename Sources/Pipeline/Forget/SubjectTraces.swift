import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkModel
import DaymarkStore
import Foundation

/// Finds and removes everything that runs have written about a subject.
struct SubjectTraces {
  let key: SubjectKey
  let store: Store
  let outputFolder: String
  let mode: FileMode

  private var challengeFolder: String { folderName(of: key.challenge) }
  private var subjectFolder: String { "\(challengeFolder)/\(folderName(of: key.subject))" }
  private func path(_ name: String) -> String { "\(outputFolder)/\(name)" }

  /// Checks that the store or the documents know the challenge and the subject.
  ///
  /// - Throws: `challenge.unknown` or `subject.unknown` where they do not, with the known ids.
  func check() throws {
    let rows = try store.knownSubjects(of: key.challenge)
    // An empty id belongs to no subject, and as a name would mean the folder of all of them.
    let isNamed = !key.challenge.isEmpty && !key.subject.isEmpty
    if isNamed, rows.contains(key.subject) || isInDocuments { return }
    let challenges = try store.challenges().map(\.challenge.id)
    let place = InputLocation(file: store.path)
    guard challenges.contains(key.challenge) || !rows.isEmpty else {
      throw DaymarkError(.challengeUnknown, at: place) {
        ($0.challenge, $0.known) = (key.challenge, challenges.isEmpty ? nil : challenges)
        $0.suggestion = suggestion(for: key.challenge, among: challenges)
      }
    }
    throw DaymarkError(.subjectUnknown, at: place) {
      ($0.subject, $0.known) = (key.subject, rows.isEmpty ? nil : rows)
      $0.suggestion = suggestion(for: key.subject, among: rows)
    }
  }

  private var isInDocuments: Bool {
    if FileManager.default.fileExists(atPath: path(subjectFolder)) { return true }
    if verdictTable?.subjects.contains(key.subject) == true { return true }
    let board = document(at: path("\(challengeFolder)/\(ChallengeFile.leaderboard.rawValue)"))
    let standings = board?.elements("standings") ?? []
    return standings.contains { $0["subject"] == .string(key.subject) }
      || runDocument?.names(key) == true
  }

  /// Finds the place where the next run would find the subject again.
  func origin() throws -> ForgetSummary.Origin {
    let challenge = try store.challenges().first { $0.challenge.id == key.challenge }
    guard let folder = challenge?.pipeline, let pipeline = try? loadPipeline(at: folder),
      pipeline.occurrence(ofID: key.challenge) != nil
    else { return .unknown }
    guard let subject = pipeline.subjects.first(where: { $0.id == key.subject }) else {
      return .gone
    }
    return .pipeline(folder, archives: subject.archives)
  }

  /// Writes the leaderboard again without the subject, as the next run would.
  func rewriteLeaderboard(_ forgotten: inout ForgetSummary) throws {
    let files = ChallengeFile.ofRanks.filter {
      FileManager.default.fileExists(atPath: path("\(challengeFolder)/\($0.rawValue)"))
    }
    guard !files.isEmpty else { return }
    // A leaderboard that cannot be made now is made by the next run.
    let stored = try? storedLeaderboard(of: key.challenge, store: store.path)
    var hasChanged = false
    for file in ChallengeFile.ofRanks {
      let name = "\(challengeFolder)/\(file.rawValue)"
      if let stored, !stored.board.standings.isEmpty {
        let bytes =
          file == .leaderboard ? stored.document.canonicalBytes() : Array(stored.table.utf8)
        guard try putFile(bytes, at: path(name), mode: mode) else { continue }
        forgotten.rewritten.append(name)
      } else {
        guard try removeFile(at: path(name)) else { continue }
        forgotten.removed.append(name)
      }
      hasChanged = true
    }
    if hasChanged { try flushFolder(path(challengeFolder)) }
  }

  private var verdictFile: String { "\(challengeFolder)/\(ChallengeFile.verdicts.rawValue)" }

  private var verdictTable: VerdictTable? {
    StoredFile(at: path(verdictFile))?.bytes.flatMap {
      VerdictTable(parsing: String(decoding: $0, as: UTF8.self))
    }
  }

  /// Removes the subject's row from `verdicts.csv`.
  ///
  /// A table that cannot be read is removed, because it may name the subject.
  func rewriteVerdictTable(_ forgotten: inout ForgetSummary) throws {
    if let table = verdictTable {
      guard table.subjects.contains(key.subject) else { return }
      let others = table.without(key.subject)
      if !others.subjects.isEmpty {
        _ = try putFile(Array(others.text.utf8), at: path(verdictFile), mode: mode)
        forgotten.rewritten.append(verdictFile)
        return try flushFolder(path(challengeFolder))
      }
    }
    guard try removeFile(at: path(verdictFile)) else { return }
    forgotten.removed.append(verdictFile)
    try flushFolder(path(challengeFolder))
  }

  /// Removes the subject's rows from `findings.csv`.
  ///
  /// A table that cannot be read is removed, because it may name the subject.
  func rewriteFindings(_ forgotten: inout ForgetSummary) throws {
    let name = "\(challengeFolder)/\(ChallengeFile.findings.rawValue)"
    guard let file = StoredFile(at: path(name)) else { return }
    let others = file.bytes.flatMap {
      findingTable(String(decoding: $0, as: UTF8.self), without: key.subject)
    }
    if let others, verdictTable != nil {
      guard try putFile(others, at: path(name), mode: mode) else { return }
      forgotten.rewritten.append(name)
    } else {
      guard try removeFile(at: path(name)) else { return }
      forgotten.removed.append(name)
    }
    try flushFolder(path(challengeFolder))
  }

  private var runDocument: JSONValue? { document(at: path(RunFile.document.rawValue)) }

  /// Removes the subject from `run.json`.
  ///
  /// A document that cannot be read is removed, because it may name the subject.
  func rewriteRunDocument(_ forgotten: inout ForgetSummary) throws {
    let file = path(RunFile.document.rawValue)
    if let document = runDocument {
      guard document.names(key) else { return }
      _ = try putFile(document.withoutSubject(key.subject).canonicalBytes(), at: file, mode: mode)
      forgotten.rewritten.append(RunFile.document.rawValue)
    } else {
      guard try removeFile(at: file) else { return }
      forgotten.removed.append(RunFile.document.rawValue)
    }
    try flushFolder(outputFolder)
  }

  /// Removes the reading that a shard wrote into the output folder.
  func removeReading(_ forgotten: inout ForgetSummary) throws {
    let folder = ReadingsFolder(inOutputFolder: outputFolder)
    let (removed, rewritten) = try folder.forget(key.subject, mode: mode)
    func names(_ paths: [String]) -> [String] { paths.map { String($0.dropFirst(path("").count)) } }
    forgotten.removed += names(removed)
    forgotten.rewritten += names(rewritten)
  }

  func removeFolder(_ forgotten: inout ForgetSummary) throws {
    for file in OutputFile.allCases {
      let name = "\(subjectFolder)/\(file.rawValue)"
      if try removeFile(at: path(name)) { forgotten.removed.append(name) }
    }
    forgotten.removed += try SubjectProof(folder: path(subjectFolder)).remove().map {
      "\(subjectFolder)/\($0.rawValue)"
    }
    let pages = try removePages(ofSubjectIn: path(subjectFolder)).map { "\(subjectFolder)/\($0)" }
    let others = try removePages(ofChallengeIn: path(challengeFolder))
    // These files name every subject with a stake.
    for file in PayoutFile.allCases {
      let name = "\(challengeFolder)/\(file.rawValue)"
      if try removeFile(at: path(name)) { forgotten.removed.append(name) }
    }
    forgotten.removed += pages + others.map { "\(challengeFolder)/\($0)" }
    forgotten.otherFiles = visibleNames(inFolder: path(subjectFolder))
    for name in [subjectFolder, challengeFolder] where removeFolderIfEmpty(path(name)) {
      forgotten.removed.append("\(name)/")
    }
  }

  /// Removes the subject's books and pages of programmes, and the files of all subjects, which the
  /// next run of a programme writes again.
  func removeBooks(ofProgrammes programmes: Set<String>, _ forgotten: inout ForgetSummary) throws {
    for folder in programmes.sorted().map(folderName) {
      let own = "\(folder)/\(folderName(of: key.subject))"
      let files =
        [RewardFile.books.rawValue, RewardFile.ledger.rawValue, ReportFile.subject.rawValue].map {
          "\(own)/\($0)"
        } + [RewardFile.standings.rawValue, ReportFile.index.rawValue].map { "\(folder)/\($0)" }
      for name in files
      where try removeFile(at: path(name)) {
        forgotten.removed.append(name)
      }
      if removeFolderIfEmpty(path(own)) { forgotten.removed.append("\(own)/") }
    }
  }

  private func document(at path: String) -> JSONValue? {
    guard let bytes = StoredFile(at: path)?.bytes else { return nil }
    return try? JSONValue(parsing: bytes)
  }
}

extension PipelineConfiguration {
  /// The subjects that earlier runs knew and whose folder in the inbox was replaced by something
  /// else.
  ///
  /// They are not gone.
  func recalled(_ store: Store, outputFolder: String) throws -> [Subject] {
    if misplaced.isEmpty { return [] }
    var gone = Set(try goneSubjects(from: self, store, outputFolder: outputFolder))
    return misplaced.filter { gone.remove($0.id) != nil }
  }
}

/// Lists the ids that the store or the outputs have for a challenge and the pipeline no longer has,
/// in ascending order.
func goneSubjects(
  from pipeline: PipelineConfiguration, _ store: Store, outputFolder: String
) throws -> [String] {
  let folder = "\(outputFolder)/\(folderName(of: pipeline.challenge.id))"
  let present = Set(pipeline.subjects.map(\.id))
  let written = visibleNames(inFolder: folder).compactMap { name -> String? in
    // For most folders the name alone shows that the subject is still there.
    guard let id = name.removingPercentEncoding, !present.contains(id) else { return nil }
    let isWritten = OutputFile.allCases.contains {
      FileManager.default.fileExists(atPath: "\(folder)/\(name)/\($0.rawValue)")
    }
    return isWritten ? id : nil
  }
  let known = Set(try store.knownSubjects(of: pipeline.challenge.id)).union(written)
  return Sharing.ordered(Array(known.subtracting(present)))
}

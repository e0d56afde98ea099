import DaymarkDocuments
import DaymarkModel

/// The records of earlier runs about one subject's archives, which a reading request contains.
///
/// Whether an archive came too late depends on its digest, which only the reading process computes,
/// and shards and clusters have no book.
struct SubjectHandIn: Hashable, Sendable {
  /// The archives that earlier runs saw in time.
  var inTime: [Digest] = []
  /// The reasons for which other archives that earlier runs saw do not count, by archive.
  var history: [Digest: InputHistory] = [:]
  /// The reason for which an archive that no run saw does not count; `nil` while the hand-in is
  /// open.
  var unseen: InputHistory?
  /// The verdict that later runs keep; `nil` where each run decides again.
  var decided: Decided?

  /// A verdict that only a change of the archives changes.
  struct Decided: Hashable, Sendable {
    /// The instant that the verdict is for.
    var asOf = Instant(milliseconds: 0)
    /// The archives that the verdict is based on.
    var counted: [Digest] = []
    /// The archives that were there and did not count.
    var others: [Digest] = []
  }

  /// Returns the reasons for which archives do not count because of when they were first seen.
  ///
  /// - Parameter archives: The archives whose receipt is not stated.
  func history(among archives: [Digest]) -> [Digest: InputHistory] {
    let inTime = Set(inTime)
    return archives.reduce(into: [:]) { found, archive in
      found[archive] = history[archive] ?? (inTime.contains(archive) ? nil : unseen)
    }
  }

  /// Returns inputs with the instants at which the book says that late ones were first seen.
  ///
  /// A reading may have been made before the run that entered them.
  func stated(_ inputs: [EvidenceInput]) -> [EvidenceInput] {
    let history = history(among: inputs.filter { $0.history != nil }.map(\.digest))
    return inputs.map { input in
      var input = input
      input.history = history[input.digest] ?? input.history
      return input
    }
  }

  /// Returns the finding for which a reading made elsewhere cannot be used; `nil` for a usable one.
  ///
  /// Such a reading contains data of an archive that came too late, or lacks data of one that came
  /// in time, and its days cannot be corrected.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the reading.
  ///   - folder: The folder of the readings.
  /// - Returns: `input.receipt_unknown`, `input.after_complete` or `reading.missing`.
  func refusal(of inputs: [EvidenceInput], in folder: String) -> Finding? {
    let counted = inputs.filter { !$0.isLeftOut && $0.receivedAt == nil }.map(\.digest)
    if let first = history(among: counted).values.map(\.code).min() { return Finding(first) }
    let leftOut = inputs.filter { $0.history != nil }.map(\.digest)
    if history(among: leftOut).count == leftOut.count { return nil }
    return Finding(.readingMissing) { ($0.folder, $0.reason) = (folder, .otherSettings) }
  }

  /// The instant of the verdict that is kept, while the same archives count; `nil` without one.
  ///
  /// - Parameter archives: The present archives, each with whether it is left out because of when
  ///   it came.
  func instant(among archives: [(digest: Digest, isLate: Bool)]) -> Instant? {
    guard let decided else { return nil }
    let (here, counted) = (Set(archives.map(\.digest)), Set(decided.counted))
    let known = counted.union(decided.others)
    let isSame =
      counted.isSubset(of: here) && archives.allSatisfy { $0.isLate || known.contains($0.digest) }
    return isSame ? decided.asOf : nil
  }

  /// The instant of the verdict that is kept, while the inputs that count are the same; `nil`
  /// without one.
  func instant(for inputs: [EvidenceInput]) -> Instant? {
    instant(among: inputs.map { ($0.digest, $0.isLate) })
  }
}

extension Members<SubjectHandIn> {
  static let handIn = Members(
    SubjectHandIn(),
    [
      .unlessEmpty("inTime", \.inTime, .list(.digest)),
      .unlessEmpty("history", \.history, .history),
      .optional("unseen", \.unseen, Members<InputHistory>.history.kind),
      .optional("decided", \.decided, Members<SubjectHandIn.Decided>.decided.kind),
    ])
}

extension Members<SubjectHandIn.Decided> {
  fileprivate static let decided = Members(
    SubjectHandIn.Decided(),
    [
      .needed("asOf", \.asOf, .instant), .unlessEmpty("counted", \.counted, .list(.digest)),
      .unlessEmpty("others", \.others, .list(.digest)),
    ])
}

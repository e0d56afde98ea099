import DaymarkDocuments
import DaymarkModel

/// What earlier runs know of one subject's archives, which goes along wherever these are read.
///
/// Whether an archive came too late is known once its digest is, and shards and clusters read far from the book.
struct SubjectHandIn: Hashable, Sendable {
  /// The archives that earlier runs saw in time.
  var inTime: [Digest] = []
  /// Why others that they saw do not count.
  var history: [Digest: InputHistory] = [:]
  /// Why an archive that no run saw does not count; `nil` while the hand-in is open.
  var unseen: InputHistory?
  /// A verdict that stands; `nil` where any run decides anew.
  var decided: Decided?

  /// A verdict that only other archives change.
  struct Decided: Hashable, Sendable {
    /// The instant that it is for.
    var asOf = Instant(milliseconds: 0)
    /// The archives that it rests on.
    var counted: [Digest] = []
    /// Those that were there and did not count.
    var others: [Digest] = []
  }

  /// Why archives do not count for when they were first seen.
  ///
  /// - Parameter archives: Those of which nobody says when they were received.
  func history(among archives: [Digest]) -> [Digest: InputHistory] {
    archives.reduce(into: [:]) { found, archive in
      found[archive] = history[archive] ?? (inTime.contains(archive) ? nil : unseen)
    }
  }

  /// Why a reading that was made elsewhere does not serve: it has something of an archive that came too late, or nothing
  /// of one that did not, and that cannot be mended in its days.
  ///
  /// - Parameter folder: Where it lies.
  /// - Returns: `input.receipt_unknown`, `input.after_complete` or `reading.missing`.
  func refusal(of inputs: [EvidenceInput], in folder: String) -> Finding? {
    let counted = inputs.filter { !$0.isLate && $0.receivedAt == nil }.map(\.digest)
    if let first = history(among: counted).values.map(\.code).min() { return Finding(first) }
    let leftOut = inputs.filter { $0.history != nil }.map(\.digest)
    if history(among: leftOut).count == leftOut.count { return nil }
    return Finding(.readingMissing) { ($0.folder, $0.reason) = (folder, .otherSettings) }
  }

  /// The instant of the verdict that stands, while the same archives count.
  ///
  /// - Parameter archives: All that are there, and whether they are set aside for when they came.
  func instant(among archives: [(digest: Digest, isLate: Bool)]) -> Instant? {
    guard let decided else { return nil }
    let (here, counted) = (Set(archives.map(\.digest)), Set(decided.counted))
    let known = counted.union(decided.others)
    let isSame =
      counted.isSubset(of: here) && archives.allSatisfy { $0.isLate || known.contains($0.digest) }
    return isSame ? decided.asOf : nil
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

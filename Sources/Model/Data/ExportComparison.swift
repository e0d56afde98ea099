/// The differences between an export and an earlier one of the same person, on the days that the
/// earlier export covers to their end.
///
/// See Examine, "What each kind means".
package struct ExportComparison: Hashable, Sendable {
  /// One of the two exports.
  package struct Export: Hashable, Sendable {
    /// The name of the file as it is shown.
    package var name: String
    package var digest: Digest
    /// The instant up to which the export can have data; see ``ExportContents/end``.
    package var end: Instant

    package init(name: String, digest: Digest, end: Instant) {
      (self.name, self.digest, self.end) = (name, digest, end)
    }
  }

  /// The later export, which is examined.
  package var later: Export
  /// The earlier export, which the later one is compared with.
  package var earlier: Export
  package var zone: Zone
  /// The last day that the earlier export covers to its end.
  package var lastDay: CivilDay
  /// The number of records and sessions of the compared days that are equal in both exports.
  package var same = 0
  /// The differences without a known honest reason, strongest first; the list is cut when there are
  /// very many.
  package var differences: [ExportDifference] = []
  /// The number of differences without a known honest reason, all counted; ascending by kind, then
  /// metric, sessions last.
  package var counts: [DifferenceCount] = []
  /// The differences by day, in any order.
  package var edits: [ExportEdit] = []
  /// The number of differences with a known honest reason; ascending by kind, then metric, sessions
  /// last.
  package var explained: [ExplainedCount] = []

  package init(later: Export, earlier: Export, zone: Zone, lastDay: CivilDay) {
    (self.later, self.earlier, self.zone, self.lastDay) = (later, earlier, zone, lastDay)
  }

  /// The number of differences that are questions to the person, listed or not.
  package var questionCount: Int { counts.reduce(0) { $0 + $1.questions } }
}

/// A record or session of the compared days that differs between an earlier and a later export.
package struct ExportDifference: Hashable, Sendable {
  /// The change of the record or session.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case changed, moved, added, removed
  }

  /// The reason for which the person must be asked, the strongest first.
  package enum Question: String, CaseIterable, Hashable, Sendable {
    /// The record was marked as typed in, and the mark is gone.
    case unmarked
    /// Its own creation date is before the earlier export, and yet that export does not have it.
    case predates
    /// The amount for its time rose, and nothing explains the rise.
    case rose
  }

  package var kind: Kind
  /// The reason for which the person must be asked; `nil` for a difference that is only noted.
  package var question: Question?
  /// Whether the difference raises an amount of its day.
  package var raises: Bool
  /// The metric; `nil` for a session.
  package var metric: Metric?
  /// The kind of the session; `nil` for a record.
  package var session: ActivityKind?
  /// The day on which the record or session begins in the later export, or in the earlier one where
  /// it is gone.
  package var day: CivilDay
  /// The day on which the record or session began in the earlier export; `nil` where it was added.
  package var earlierDay: CivilDay?
  /// The name of the device or app that recorded it.
  package var source: String
  /// The place of the record or session in the later export; `nil` where it is gone.
  package var place: InputLocation?
  /// The place of the record or session in the earlier export; `nil` where it was added.
  package var earlierPlace: InputLocation?
  /// The amount in the later export, in the metric's canonical unit.
  ///
  /// It is a health value, which is printed only on request.
  package var amount: Quantity?
  package var earlierAmount: Quantity?

  package init(_ kind: Kind, _ question: Question?, raises: Bool, day: CivilDay, source: String) {
    (self.kind, self.question, self.raises) = (kind, question, raises)
    (self.day, self.source) = (day, source)
  }
}

/// The number of records or sessions that differ for a known and honest reason.
package struct ExplainedCount: Hashable, Sendable {
  /// The honest reasons for a difference.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A source replaced records by fewer ones for the same time and with the same sum.
    case condensed
    /// The record is from the last three days of the earlier export and arrived after it.
    case late
    /// An app or tracker added the record afterwards, in time for which that source had no data.
    case imported
    /// The record was deleted together with all data of its source, or with its workout.
    case deletedAsOne
    /// An app wrote the record again after the earlier export.
    case editedInApp
    /// The climb of a session, which only newer versions of iOS state.
    case climbAdded
    /// A person typed the record in, and it is marked as typed in.
    case typedIn
  }

  package var kind: Kind
  /// The metric; `nil` for sessions.
  package var metric: Metric?
  package var count: Int

  package init(_ kind: Kind, metric: Metric?, count: Int) {
    (self.kind, self.metric, self.count) = (kind, metric, count)
  }
}

/// The number of differences of one kind in one metric, and the number of those that are questions.
package struct DifferenceCount: Hashable, Sendable {
  package var kind: ExportDifference.Kind
  /// The metric; `nil` for sessions.
  package var metric: Metric?
  package var count: Int
  package var questions: Int

  package init(_ kind: ExportDifference.Kind, metric: Metric?, count: Int, questions: Int) {
    (self.kind, self.metric, self.count, self.questions) = (kind, metric, count, questions)
  }
}

extension ExportComparison {
  /// The comparison with its amounts removed, which are health values.
  package var withoutAmounts: ExportComparison {
    var comparison = self
    for index in comparison.differences.indices {
      (comparison.differences[index].amount, comparison.differences[index].earlierAmount) = (
        nil, nil
      )
    }
    return comparison
  }
}

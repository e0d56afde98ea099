/// What became, in a later export, of the days that an earlier export of the same person has whole.
///
/// See Examine, "What each kind means".
package struct ExportComparison: Hashable, Sendable {
  /// One of the two exports.
  package struct Export: Hashable, Sendable {
    /// The name of the file as it is shown.
    package var name: String
    package var digest: Digest
    /// The instant up to which it has anything; see ``ExportContents/end``.
    package var end: Instant

    package init(name: String, digest: Digest, end: Instant) {
      (self.name, self.digest, self.end) = (name, digest, end)
    }
  }

  /// The later export, which is examined.
  package var later: Export
  /// The earlier export, which it is held against.
  package var earlier: Export
  /// The zone that decides days.
  package var zone: Zone
  /// The last day that the earlier export has whole.
  package var lastDay: CivilDay
  /// The number of records and sessions of these days that stand in both as they were.
  package var same = 0
  /// What is not the same and not explained, strongest first; of very many not all.
  package var differences: [ExportDifference] = []
  /// All of these counted, ascending by kind, then metric, sessions last.
  package var counts: [DifferenceCount] = []
  /// The differences by day, in any order.
  package var edits: [ExportEdit] = []
  /// What is not the same and is explained, counted; ascending by kind, then metric, sessions last.
  package var explained: [ExplainedCount] = []

  package init(later: Export, earlier: Export, zone: Zone, lastDay: CivilDay) {
    (self.later, self.earlier, self.zone, self.lastDay) = (later, earlier, zone, lastDay)
  }

  /// The number of questions, listed or not.
  package var questionCount: Int { counts.reduce(0) { $0 + $1.questions } }
}

/// A record or session of an earlier export's days that is not the same in a later one.
package struct ExportDifference: Hashable, Sendable {
  /// What happened to it.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case changed, moved, added, removed
  }

  /// Why a person has to be asked, the strongest reason first.
  package enum Question: String, CaseIterable, Hashable, Sendable {
    /// It was typed in, and its mark is gone.
    case unmarked
    /// By its own creation date it was there before the earlier export, which does not have it so.
    case predates
    /// The amount of its time rose, and nothing explains it.
    case rose
  }

  package var kind: Kind
  /// `nil` where nothing has to be asked: it is noted.
  package var question: Question?
  /// Whether it raises an amount of its day.
  package var raises: Bool
  /// The metric; `nil` of a session.
  package var metric: Metric?
  /// The kind of the session; `nil` of a record.
  package var session: ActivityKind?
  /// The day on which it begins in the later export, or did in the earlier where it is gone.
  package var day: CivilDay
  /// The day on which it began in the earlier export; `nil` of one that was added.
  package var earlierDay: CivilDay?
  /// The name of its device or app.
  package var source: String
  /// Where it stands in the later export; `nil` where it is gone.
  package var place: InputLocation?
  /// Where it stands in the earlier export; `nil` where it was added.
  package var earlierPlace: InputLocation?
  /// The amount in the later export, in the metric's canonical unit: a health value.
  package var amount: Quantity?
  /// The amount in the earlier export.
  package var earlierAmount: Quantity?

  package init(_ kind: Kind, _ question: Question?, raises: Bool, day: CivilDay, source: String) {
    (self.kind, self.question, self.raises) = (kind, question, raises)
    (self.day, self.source) = (day, source)
  }
}

/// How many records or sessions differ for a reason that is known and honest.
package struct ExplainedCount: Hashable, Sendable {
  /// The reasons.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Fewer records of a source stand for the same time with the same sum.
    case condensed
    /// It is of the earlier export's last three days and came in afterwards.
    case late
    /// An app or tracker wrote it afterwards, into time for which it had nothing.
    case imported
    /// It is gone with all of its source, or with its workout.
    case deletedAsOne
    /// An app wrote it anew after the earlier export.
    case editedInApp
    /// A person typed it in, and it is marked so.
    case typedIn
  }

  package var kind: Kind
  /// `nil` of sessions.
  package var metric: Metric?
  package var count: Int

  package init(_ kind: Kind, metric: Metric?, count: Int) {
    (self.kind, self.metric, self.count) = (kind, metric, count)
  }
}

/// How many differences of one kind a metric has, and how many of them are questions.
package struct DifferenceCount: Hashable, Sendable {
  package var kind: ExportDifference.Kind
  /// `nil` of sessions.
  package var metric: Metric?
  package var count: Int
  package var questions: Int

  package init(_ kind: ExportDifference.Kind, metric: Metric?, count: Int, questions: Int) {
    (self.kind, self.metric, self.count, self.questions) = (kind, metric, count, questions)
  }
}

extension ExportComparison {
  /// The comparison without health values.
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

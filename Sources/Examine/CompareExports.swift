package import DaymarkModel

/// Compares the complete days of an earlier export with a later export of the same person.
///
/// Each record and session that differs is explained, noted or a question; see Examine, "What each
/// kind means".
///
/// - Parameters:
///   - later: The export that is examined.
///   - earlier: The export for comparison.
///   - others: Further exports older than the later one. Data in one of them is not new.
///   - sources: The sources of all exports, by rank.
///   - zone: The time zone that divides days.
///   - terms: The other terms of the comparison.
/// - Returns: The comparison; `nil` where either export has neither an export date nor a record.
/// - Complexity: O(*n* log *n*) in the number of records.
package func compareExports(
  _ later: ExportContents, against earlier: ExportContents, orIn others: [ExportContents] = [],
  sources: [Source], zone: Zone, _ terms: ComparisonTerms = ComparisonTerms()
) -> ExportComparison? {
  let later = later.withDevices(of: earlier, sources)
  guard let known = Circumstances(later, earlier, sources: sources, zone: zone, terms)
  else { return nil }
  var tally = DifferenceTally()
  let elsewhere = others.flatMap { other in
    let end = known.endOfWholeDays(of: other)
    return other.sessions.filter { $0.activity.start < end }
  }
  func isCompared(_ metric: Metric?) -> Bool { later.tells(metric) && earlier.tells(metric) }
  let deleted =
    isCompared(nil)
    ? compareSessions(later.sessions, earlier.sessions, elsewhere, known, &tally) : [:]
  for metric in Metric.allCases where isCompared(metric) {
    let records = [earlier, later].map { export in
      Dictionary(grouping: export.records[metric] ?? [], by: \.source)
    }
    for source in Set(records[0].keys).union(records[1].keys).sorted() {
      var series = SeriesComparison(metric: metric, source: source, known: known, tally: tally)
      series.isGone = records[1][source] == nil
      series.deletedSessions = deleted[source] ?? []
      series.compare(
        records[1][source] ?? [], against: records[0][source] ?? [], orIn: others)
      tally = series.tally
    }
  }
  var comparison = ExportComparison(
    later: ExportComparison.Export(later.facts, end: known.laterEnd),
    earlier: ExportComparison.Export(earlier.facts, end: known.earlierEnd), zone: zone,
    lastDay: known.lastDay)
  comparison.same = tally.same
  comparison.differences = (tally.questions + tally.noted).sorted(by: isStronger)
  comparison.counts = tally.counts
  comparison.edits = tally.edits
  comparison.explained = tally.explained
  return comparison
}

/// What a comparison of two exports takes into account.
package struct ComparisonTerms: Sendable {
  /// The period whose data is compared; `nil` for all data.
  package var time: Interval?
  /// Whether typed-in data counts.
  package var countsTypedIn = false
  /// Whether the earlier export was handed in after the later one, so that its own data was not
  /// seen before.
  package var earlierCameLater = false

  package init(during time: Interval? = nil) { self.time = time }
}

extension ExportComparison.Export {
  init(_ facts: InputFacts, end: Instant) {
    self.init(name: facts.shownName, digest: facts.digest, end: end)
  }
}

/// Orders differences: questions first, by their strength and then those that raise an amount;
/// after that by day, metric and place.
private func isStronger(_ a: ExportDifference, _ b: ExportDifference) -> Bool {
  func weight(_ difference: ExportDifference) -> (Int, Int, CivilDay) {
    let questions = ExportDifference.Question.allCases
    let question = difference.question.flatMap(questions.firstIndex) ?? questions.count
    return (question, difference.raises ? 0 : 1, difference.day)
  }
  func place(_ difference: ExportDifference) -> (Int, Int, Int) {
    let metric = difference.metric.map { Int($0.rawValue) } ?? Metric.allCases.count
    let place = difference.place ?? difference.earlierPlace
    return (metric, place?.byte ?? 0, difference.place == nil ? 1 : 0)
  }
  let (x, y) = (weight(a), weight(b))
  return x != y ? x < y : place(a) < place(b)
}

/// The differences found so far.
struct DifferenceTally {
  private struct Key<Kind: Hashable>: Hashable {
    var kind: Kind
    var metric: Metric?
  }

  /// The maximum number of listed questions, and of listed notes.
  ///
  /// The exports of two people differ everywhere.
  private static let mostListed = 100_000

  /// The metrics, followed by `nil` for sessions.
  private static let metrics = Metric.allCases.map(Optional.some) + [nil]

  /// The number of records and sessions that are equal in both exports.
  var same = 0
  private(set) var questions: [ExportDifference] = []
  private(set) var noted: [ExportDifference] = []
  private var numbers: [Key<ExportDifference.Kind>: (count: Int, questions: Int)] = [:]
  private var explanations: [Key<ExplainedCount.Kind>: Int] = [:]
  /// The edits by day, each under a key that is the edit without its numbers.
  private var editsByDay: [ExportEdit: ExportEdit] = [:]

  /// The differences by day, in any order.
  var edits: [ExportEdit] { Array(editsByDay.values) }

  mutating func add(_ difference: ExportDifference) {
    let isQuestion = difference.question != nil
    var number =
      numbers[Key(kind: difference.kind, metric: difference.metric)] ?? (count: 0, questions: 0)
    number.count += 1
    if isQuestion { number.questions += 1 }
    numbers[Key(kind: difference.kind, metric: difference.metric)] = number
    let key = ExportEdit(
      day: difference.day, metric: difference.metric, kind: difference.session)
    if isQuestion && difference.raises {
      editsByDay[key, default: key].raised += 1
    } else {
      editsByDay[key, default: key].changed += 1
    }
    if isQuestion, questions.count < Self.mostListed { questions.append(difference) }
    if !isQuestion, noted.count < Self.mostListed { noted.append(difference) }
  }

  /// Counts explained differences.
  ///
  /// - Parameters:
  ///   - day: The day on which the difference raises an amount that counts; `nil` where it raises
  ///     none.
  ///   - session: The kind of a session; `nil` for records.
  mutating func explain(
    _ kind: ExplainedCount.Kind, _ metric: Metric?, count: Int = 1, raising day: CivilDay? = nil,
    session: ActivityKind? = nil
  ) {
    explanations[Key(kind: kind, metric: metric), default: 0] += count
    guard let day else { return }
    let key = ExportEdit(day: day, metric: metric, kind: session)
    editsByDay[key, default: key].explained += count
  }

  var counts: [DifferenceCount] {
    ExportDifference.Kind.allCases.flatMap { kind in
      Self.metrics.compactMap { metric in
        numbers[Key(kind: kind, metric: metric)].map {
          DifferenceCount(kind, metric: metric, count: $0.count, questions: $0.questions)
        }
      }
    }
  }

  var explained: [ExplainedCount] {
    ExplainedCount.Kind.allCases.flatMap { kind in
      Self.metrics.compactMap { metric in
        explanations[Key(kind: kind, metric: metric)].map {
          ExplainedCount(kind, metric: metric, count: $0)
        }
      }
    }
  }
}

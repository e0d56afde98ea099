import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkModel

// The explanation and the flags against the figures that lie beside them, without any archive.

extension EvidenceClaim {
  /// Whether the explanation follows from the rule and the figures, as far as these show it.
  ///
  /// - Parameter document: The `verdict.json` that lies beside the evidence; nothing is compared without one.
  func explanationChecks(_ document: StoredFile?) -> [VerificationCheck] {
    guard !hasOlderVerdict, let bytes = document?.bytes else { return [] }
    guard let verdict = Members<Verdict>.verdict.kind.value(bytes) else {
      // What is there and cannot be read says nothing.
      return [
        VerificationCheck(
          .explanation, with: .files, [DocumentDifference(path: "$.explanation", kind: .content)])
      ]
    }
    let check = ExplanationCheck(
      self.verdict.rule, on: statedAggregates, of: challenge,
      comparesWords: document?.version == daymarkVersion)
    let place =
      // A document that says both that it is final and until when it is open says neither.
      verdict.finality != self.verdict.finality
      ? "$.final"
      : check.firstContradiction(
        in: verdict, mayRestOnUnread: self.document["openings"] != nil)
    return [
      VerificationCheck(
        .explanation, with: .files,
        place.map { [DocumentDifference(path: $0, kind: .content)] } ?? [])
    ]
  }

  /// The days with what evidence says of them: whether they are whole, and what leaves them open.
  private var statedAggregates: SubjectAggregates {
    func rows<Row: Sendable>(_ name: String, _ kind: Kind<Row>) -> [Row] {
      Kind.list(kind, forgives: true).value(of: document[name]) ?? []
    }
    struct DayMetric: Hashable {
      let day: CivilDay
      let metric: Metric
    }
    var stated = aggregates
    stated.describe(knownInputs)
    stated.bounds = rows("openDays", Members<DayBounds>.bounds.kind)
    stated.undated = rows("undatedRecords", Members<UndatedRecords>.undated.kind)
    stated.openings = rows("openings", Members<Opening>.opening.kind)
    let rivals = Set(
      rows("twoFigures", Members<DayRivals>.rivals.kind).map {
        DayMetric(day: $0.day, metric: $0.metric)
      })
    let whole = Set(
      qualityRows.filter(\.isComplete).map { DayMetric(day: $0.day, metric: $0.metric) })
    for index in stated.days.indices {
      let key = DayMetric(day: stated.days[index].day, metric: stated.days[index].metric)
      stated.days[index].isComplete = whole.contains(key)
      // Whose figures they are stands in the evidence by keys, and not by rank.
      if rivals.contains(key) {
        stated.days[index].measure.rivals = FigureRivals(phone: 0, total: 0)
      }
    }
    for index in stated.earlierDays.indices
    where stated.earlierDays[index].measure.alternate != nil {
      stated.earlierDays[index].measure.rivals = FigureRivals(phone: 0, total: 0)
    }
    return stated
  }

  /// Whether the flags of days are those that the figures give.
  ///
  /// Flags of sessions, of lifting and of the whole period rest on what the evidence does not have.
  ///
  /// - Parameter limits: Those at hand; with others than the document's, only what the flags have measured is compared.
  func flagCheck(_ limits: Limits) -> VerificationCheck? {
    guard !hasOlderVerdict else { return nil }
    let stated = verdict.flags.filter { $0.day != nil && $0.metric != nil }
    var measured = SubjectAggregates(zone: zone)
    measured.days = qualityRows.map { row in
      var day = DailyAggregate(metric: row.metric, day: row.day, value: nil)
      day.measure.figures = row.figures
      return day
    }
    let isSame: Bool
    if limits.identity == verdict.limits {
      isSame = Set(qualityFlags(of: measured, in: challenge, limits: limits).flags) == Set(stated)
    } else {
      let figures = Dictionary(grouping: measured.days, by: \.day)
      isSame = stated.allSatisfy { flag in
        guard let day = flag.day else { return true }
        return figures[day]?.contains {
          $0.metric == flag.metric && $0.measure.figures[flag.code] == flag.measured
        } ?? false
      }
    }
    return VerificationCheck(
      .quality, with: .files,
      isSame ? [] : [DocumentDifference(path: "$.verdict.quality.flags", kind: .content)])
  }
}

extension StoredFile {
  /// The version of the program that a document names.
  fileprivate var version: String? {
    bytes.flatMap { try? JSONValue(parsing: $0) }?["tool"]?.string("version")
  }
}

import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkModel

// Checks of the explanation and the flags against the figures beside them, without any archive.

extension EvidenceClaim {
  /// Checks whether the explanation follows from the rule and the figures, as far as these can show
  /// it.
  ///
  /// - Parameter document: The `verdict.json` beside the evidence. Without one nothing is compared.
  func explanationChecks(_ document: StoredFile?) -> [VerificationCheck] {
    guard !hasOlderVerdict, let bytes = document?.bytes else { return [] }
    guard let verdict = Members<Verdict>.verdict.kind.value(bytes) else {
      // A document that cannot be read is a difference, because it states nothing.
      return [
        VerificationCheck(
          .explanation, with: .files, [DocumentDifference(path: "$.explanation", kind: .content)])
      ]
    }
    let check = ExplanationCheck(
      self.verdict.rule, on: statedAggregates, of: challenge,
      comparesWords: document?.version == daymarkVersion)
    let place =
      // A document that states both that it is final and until when it is open contradicts itself.
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

  /// The days as the evidence states them, with whether they are complete and what leaves them
  /// open.
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
      // The evidence has the identities of the rival sources by key and not by rank.
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

  /// Checks whether the flags of days follow from the figures.
  ///
  /// Flags of sessions, of lifting and of the whole period depend on data that the evidence does
  /// not contain.
  ///
  /// - Parameter limits: The limits to compare with. If they differ from the document's, only the
  ///   measured values of the flags are compared.
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
  /// The version of the program that a document states.
  fileprivate var version: String? {
    bytes.flatMap { try? JSONValue(parsing: $0) }?["tool"]?.string("version")
  }
}

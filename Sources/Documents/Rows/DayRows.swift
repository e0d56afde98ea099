package import DaymarkModel

// MARK: In readings

extension Members<DailyAggregate> {
  /// One day of a metric with everything that was measured, as readings and exports have it.
  package static let aggregate = Members(
    DailyAggregate(metric: .steps, day: CivilDay(ordinal: 0), value: nil),
    [
      .needed("day", \.day, .day, column: "day"),
      .needed("metric", \.metric, .metric, column: "metric"),
      .column("unit", .text, isOptional: false, \.metric.canonicalUnit.rawValue),
      .optional("value", \.value, .amount, column: "value"),
      .optional("heartRate", \.heartRate, Members<HeartRateFigures>.heartRate.kind),
      .column("minimum", .amount) { $0.heartRate?.minimum },
      .column("maximum", .amount) { $0.heartRate?.maximum },
      .column("mean", .amount) { $0.heartRate?.mean },
      .needed("isComplete", \.isComplete, .flag, column: "complete"),
      .needed("measure", \.measure, Members<QualityMeasure>.measure.kind),
      .column("samples", .count, isOptional: false, \.measure.samples),
      .column("added_up", .amount) { $0.metric.isCumulative ? $0.measure.naive : nil },
      .column("typed_in_samples", .count, isOptional: false, \.measure.manualSamples),
      .column("set_aside", .amount, \.measure.setAside),
    ])
}

extension Members<HeartRateFigures> {
  package static let heartRate = Members(
    HeartRateFigures(count: 0),
    [
      .optional("minimum", \.minimum, .amount), .optional("maximum", \.maximum, .amount),
      .optional("mean", \.mean, .amount), .needed("count", \.count, .count),
      .unlessEmpty(
        "times", \.times, .heartRateTimes, "The seconds at each rate."),
      .unlessEmpty("openMinutes", \.openMinutes, .amount),
    ])
}

/// The time at each heart rate as it is written: seconds at a lowest whole rate and at each rate
/// above it.
private struct HeartRateSeconds: Hashable, Sendable {
  var from = 0
  var seconds: [Quantity] = []

  init() {}

  init(_ times: HeartRateTimes) {
    from = times.lowest
    seconds = times.milliseconds.map { Quantity(microUnits: $0 * 1000) }
  }

  /// The times; `nil` where a time is no whole number of milliseconds, or the times cannot be those
  /// of a day.
  var times: HeartRateTimes? {
    guard seconds.allSatisfy({ $0.microUnits.isMultiple(of: 1000) }) else { return nil }
    return HeartRateTimes(from: from, milliseconds: seconds.map { $0.microUnits / 1000 })
  }
}

extension Kind<HeartRateTimes> {
  static let heartRateTimes = Members(
    HeartRateSeconds(),
    [.needed("fromBpm", \.from, .count), .needed("seconds", \.seconds, .list(.exactAmount))]
  ).kind.converted(\.times, HeartRateSeconds.init(_:))
}

extension Members<QualityMeasure> {
  package static let measure = Members(
    QualityMeasure(),
    [
      .needed("samples", \.samples, .count),
      .unlessEmpty("manualSamples", \.manualSamples, .count),
      .unlessEmpty("manualAmount", \.manualAmount, .amount), .needed("naive", \.naive, .amount),
      .optional("manualShare", \.manualShare, .count),
      .unlessEmpty(
        "contributions", \.contributions,
        .list(Members<SourceContribution>.contribution.kind)),
      .optional("alternate", \.alternate, .amount),
      .optional("rivals", \.rivals, Members<FigureRivals>.rivals.kind),
      .unlessEmpty("setAside", \.setAside, .amount),
      .unlessEmpty("late", \.late, .amount),
      .unlessEmpty("figures", \.figures, .map(FlagCode.self, .amount)),
    ])
}

extension Members<FigureRivals> {
  package static let rivals = Members(
    FigureRivals(phone: 0, total: 0),
    [.needed("phone", \.phone, .count), .needed("total", \.total, .count)])
}

extension Members<SourceContribution> {
  package static let contribution = Members(
    SourceContribution(source: 0, contributed: .zero),
    [
      .needed("source", \.source, .count), .needed("contributed", \.contributed, .amount),
      .unlessEmpty("covered", \.covered, .amount), .needed("offered", \.offered, .amount),
    ])
}

extension Members<DayBounds> {
  package static let bounds = Members(
    DayBounds(metric: .steps, day: CivilDay(ordinal: 0), least: .zero, most: nil),
    [
      .needed("date", \.day, .day), .needed("metric", \.metric, .metric),
      .needed("atLeast", \.least, .amount), .optional("atMost", \.most, .amount),
    ])
}

extension Members<UndatedRecords> {
  package static let undated = Members(
    UndatedRecords(metric: .steps, count: 0, mostOnADay: nil),
    [
      .needed("metric", \.metric, .metric), .needed("count", \.count, .countFromOne),
      .optional(
        "atMost", \.mostOnADay, .amount,
        "Their sum, of heart rates the highest; absent if not known."),
      .unlessEmpty("areDamage", \.areDamage, .flag),
    ])
}

extension Members<Opening> {
  package static let opening = Members(
    Opening(.archiveUnrecognised),
    [
      .needed("finding", \.code, .code), .optional("sha256", \.input, .digest),
      .optional(
        "from", \.from, .day, "The first day that it may be about; absent where that may be any."),
      .optional("to", \.to, .day),
      .unlessEmpty("metrics", \.metrics, .list(.metric), "What it may have amounts of."),
      .needed("sessions", \.sessions, .word, "How many sessions it may have."),
      .optional(
        "kind", \.kind, .activityKind, "The kind of its session; absent where that may be any."),
      .unlessEmpty(
        "values", \.values, .map(ActivityField.self, .exactAmount), "What is known of its session."),
      .unlessEmpty("sets", \.mayHaveSets, .flag),
    ])
}

extension Opening {
  fileprivate var from: CivilDay? {
    get { days?.lowerBound }
    set { days = newValue.map { $0...max($0, to ?? $0) } }
  }

  fileprivate var to: CivilDay? {
    get { days?.upperBound }
    set { if let from, let newValue { days = from...max(from, newValue) } }
  }
}

extension Members<RecordOverlap> {
  package static let overlap = Members(
    RecordOverlap(metric: .steps, source: 0, records: 0, overlapping: 0),
    [
      .needed("metric", \.metric, .metric), .needed("source", \.source, .count),
      .needed("records", \.records, .countFromOne),
      .needed("overlapping", \.overlapping, .countFromOne),
    ])
}

extension Members<StatedDay> {
  package static let statedDay = Members(
    StatedDay(day: CivilDay(ordinal: 0), metric: .steps, amount: .zero),
    [
      .needed("day", \.day, .day), .needed("metric", \.metric, .metric),
      .needed("amount", \.amount, .amount),
    ])
}

extension Members<ExportEdit> {
  /// The sessions of a kind on a day that an export changes against an earlier one.
  package static let sessionEdit = Members(
    ExportEdit(day: CivilDay(ordinal: 0)),
    [
      .needed("day", \.day, .day), .optional("kind", \.kind, .word),
      .unlessEmpty("raised", \.raised, .count), .unlessEmpty("changed", \.changed, .count),
      .unlessEmpty("explained", \.explained, .count),
    ])
}

// MARK: In evidence

extension Members<SubjectAggregates> {
  /// The arrays of days in evidence: those of the metrics that every subject has and
  /// `dailyActivities`, even if empty, and the others if there are such days.
  ///
  /// Rows that cannot be read are left out, so that a comparison can say where the document
  /// differs.
  package static let dailyArrays = Members(
    SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC)),
    Metric.inEvidence.map { metric in
      let names = metric.facts.evidence ?? ("", "")
      let day = Members<DailyAggregate>.day(of: metric, value: names.value).kind
      return metric.facts.isOfEverybody
        ? .needed(names.array, \.[daysOf: metric], .list(day, forgives: true))
        : .unlessEmpty(
          names.array, \.[daysOf: metric], .list(day, atLeast: 1, forgives: true),
          "Of those who have such days.")
    },
    [
      .needed(
        "dailyActivities", \.activities,
        .list(Members<DailyActivities>.activities.kind, forgives: true)),
      .unlessEmpty(
        "dailyStrength", \.strengthDays,
        .list(Members<DailyStrength>.strengthDay.kind, atLeast: 1, forgives: true),
        "Of those who have strength training with sets; warm-ups left out."),
      .unlessEmpty(
        "dailyFeats", \.feats, .list(Members<DailyFeat>.feat.kind, atLeast: 1, forgives: true),
        "Of those who tried the operator's feats."),
      .unlessEmpty(
        "dailyBaseline", \.earlierDays,
        .list(Members<DailyAggregate>.earlierDay.kind, atLeast: 1, forgives: true),
        "The days before the period that the rule compares with, of the metrics that it asks for."),
    ])
}

extension Members<DailyAggregate> {
  /// One day before the period.
  fileprivate static let earlierDay = Members(
    DailyAggregate(metric: .steps, day: CivilDay(ordinal: 0), value: nil),
    [
      .needed("date", \.day, .day), .needed("metric", \.metric, .metric),
      .optional("value", \.value, .amount), .needed("complete", \.isComplete, .flag),
      .optional(
        "otherFigure", \.measure.alternate, .amount,
        "The smaller of two figures, where a phone's sum and a day total are two and nobody chose one."
      ),
    ])
}

extension SubjectAggregates {
  /// The days of one metric.
  fileprivate subscript(daysOf metric: Metric) -> [DailyAggregate] {
    get { days.filter { $0.metric == metric } }
    set {
      days.removeAll { $0.metric == metric }
      days += newValue
    }
  }
}

extension SubjectAggregates {
  /// The days as evidence states them for a rule: with minutes above the heart rates that the rule
  /// asks about in place of the time at each rate, and with multiples of the body weight only for
  /// the exercises that the rule asks about.
  package func stated(for rule: Rule) -> SubjectAggregates {
    let rates = rule.heartRatesAsked
    var stated = self
    for index in days.indices where days[index].heartRate != nil {
      stated.days[index].heartRate = days[index].heartRate?.stating(minutesAbove: rates)
    }
    let exercises = rule.exercisesInBodyWeights
    for day in stated.strengthDays.indices {
      for lift in stated.strengthDays[day].lifts.indices
      where !exercises.contains(stated.strengthDays[day].lifts[lift].exercise) {
        stated.strengthDays[day].lifts[lift].mostBodyWeights = nil
        stated.strengthDays[day].lifts[lift].setsWithoutBodyWeight = 0
      }
    }
    let feats = rule.featsAsked
    stated.featNames = featNames.filter { feats.contains($0.key) }
    let metrics = rule.metricsBefore
    stated.earlierDays = earlierDays.filter { metrics.contains($0.metric) }
    for index in stated.earlierDays.indices
    where stated.earlierDays[index].measure.rivals == nil {
      stated.earlierDays[index].measure.alternate = nil
    }
    return stated
  }
}

extension Members<DailyAggregate> {
  /// One day of a metric, where the value has the metric's own name.
  fileprivate static func day(of metric: Metric, value name: String) -> Members {
    let blank = DailyAggregate(metric: metric, day: CivilDay(ordinal: 0), value: nil)
    let day = Member<DailyAggregate>.needed("date", \.day, .day)
    guard metric == .heartRate else {
      let kind: Kind<Quantity> = metric.dailyStep == Quantity(1).microUnits ? .wholeAmount : .amount
      return Members(blank, [day, .needed(name, \.value, kind)])
    }
    return Members(
      blank,
      keywords: [
        "oneOf": .array([
          .object([
            "properties": .object(["count": .object(["minimum": .number(1)])]),
            "required": .array(
              [name, "minBpm", "maxBpm", "meanBpm"].map { .string($0) }),
          ]),
          .object(["properties": .object(["count": .object(["const": .number(0)])])]),
        ])
      ],
      [
        day, .optional(name, \.value, .amount), .optional("minBpm", \.rates.minimum, .amount),
        .optional("maxBpm", \.rates.maximum, .amount),
        .optional("meanBpm", \.rates.mean, .amount), .needed("count", \.rates.count, .count),
        .unlessEmpty(
          "minutesAbove", \.rates.minutesAbove, .map({ "\($0)" }, { Int($0) }, .amount),
          "The minutes above each rate in bpm that the rule asks for."),
        .unlessEmpty(
          "openMinutes", \.rates.openMinutes, .amount,
          "The minutes of which rejected records leave open what the rate was."),
      ])
  }
}

extension DailyAggregate {
  /// The figures of a day of heart rate.
  fileprivate var rates: HeartRateFigures {
    get { heartRate ?? HeartRateFigures(count: 0) }
    set { heartRate = newValue }
  }
}

extension Members<DailyActivities> {
  package static let activities = Members(
    DailyActivities(day: CivilDay(ordinal: 0), kind: .other, sessions: 0, minutes: .zero),
    [
      .needed("date", \.day, .day), .needed("kind", \.kind, .activityKind),
      .needed("sessions", \.sessions, .count), .needed("minutes", \.minutes, .amount),
      .optional("distanceMeters", \.distance, .amount),
      .optional("kilocalories", \.energy, .amount),
      .optional("elevationGainMeters", \.elevationGain, .amount),
    ])
}

extension Kind<ActivityKind> {
  package static let activityKind = word.described(definition("activityKind"))
}

extension Members<DailyFeat> {
  package static let feat = Members(
    DailyFeat(day: CivilDay(ordinal: 0), id: "", counts: .repetitions),
    [
      .needed("date", \.day, .day), .needed("id", \.id, .text),
      .needed("counts", \.counts, .word), .needed("attempts", \.attempts, .count),
      .optional("greatest", \.best, .amount, "Repetitions, seconds, kilograms or meters."),
      .unlessEmpty("refused", \.refused, .counts(of: FeatRefusal.self)),
    ])
}

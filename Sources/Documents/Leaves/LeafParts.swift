package import DaymarkModel

// The parts that leaves share: which value they take from days, how they compare, and on which
// days.

extension Part<DayValue> {
  /// A cumulative metric, a figure of strength training, or a weighted sum of several.
  static var metric: Part {
    Part(
      keys: [
        .optional("metric", .choice(amountUnits.map(\.id))),
        .optional("of", .list(.mapping(.term), of: .term)),
        .optional(KeyTable.heartMinutesKey, .wholeRate),
      ], alternatives: [KeyTable.amountKeys],
      read: { fields in
        if let above = fields[KeyTable.heartMinutesKey] {
          return wholeHeartRate(above).map { .heartMinutes(above: $0) }
        }
        if fields["metric"] == .string(WeightedSum.stepsOrPushesID) {
          return WeightedSum.stepsOrPushes.map { .weighted($0) }
        }
        if let value = DayValue(summed: fields["metric"]) { return value }
        guard case .array(let elements)? = fields["of"] else { return nil }
        let terms = elements.compactMap { element -> WeightedSum.Term? in
          guard let value = DayValue(summed: element["metric"]) else { return nil }
          guard let times = element["times"] else { return WeightedSum.Term(value) }
          guard case .string(let text) = times, let weight = Weight(text) else { return nil }
          return WeightedSum.Term(value, times: weight)
        }
        return terms.count == elements.count ? WeightedSum(terms).map { .weighted($0) } : nil
      },
      write: { value in
        if let id = value.summedID { return ["metric": .string(id)] }
        if case .heartMinutes(let above) = value {
          return [KeyTable.heartMinutesKey: threshold(ofHeartRate: above)]
        }
        guard case .weighted(let sum) = value else { return nil }
        if sum == .stepsOrPushes { return ["metric": .string(WeightedSum.stepsOrPushesID)] }
        let terms = sum.terms.map { term in
          JSONValue.object(
            present: [
              "metric": term.value.summedID.map { .string($0) },
              "times": term.weight == Weight(1) ? nil : .string("\(term.weight)"),
            ])
        }
        return ["of": .array(terms)]
      })
  }

  /// The part for the metric of a leaf that counts days.
  ///
  /// It reads what ``metric`` reads, but does not write minutes above a heart rate, which have a
  /// leaf of their own.
  static var countedMetric: Part {
    let metric = metric
    return Part(
      keys: metric.keys, alternatives: metric.alternatives, read: metric.read,
      write: { if case .heartMinutes = $0 { nil } else { metric.write($0) } })
  }

  /// The minutes above a heart rate, as the value of a day.
  static var heartMinutes: Part {
    Part(
      keys: [.needed("above", .wholeRate)],
      read: { $0["above"].flatMap(wholeHeartRate).map { .heartMinutes(above: $0) } },
      write: { value in
        guard case .heartMinutes(let above) = value else { return nil }
        return ["above": threshold(ofHeartRate: above)]
      })
  }

  static var heartRate: Part {
    Part(
      keys: [.needed("statistic", .choice(HeartRateStatistic.allCases.map(\.rawValue)))],
      read: { $0.word("statistic").map { .heartRate($0) } },
      write: { value in
        guard case .heartRate(let statistic) = value else { return nil }
        return ["statistic": .string(statistic.rawValue)]
      })
  }

  /// The number of sessions, as the value of a day.
  static var sessions: Part {
    let sessions = Part<ActivityTest>.sessions
    return Part(
      keys: sessions.keys,
      read: { sessions.read($0).map { .activities(.sessions, of: $0) } },
      write: { value in
        guard case .activities(.sessions, let test) = value else { return nil }
        return sessions.write(test)
      })
  }

  /// A sum over sessions, as the value of a day.
  static var sessionSum: Part {
    let sessions = Part<ActivityTest>.sessions
    return Part(
      keys: sessions.keys + [
        .needed("sum", .choice(ActivitySum.allCases.map(\.rawValue)))
      ],
      read: { fields in
        guard let sum: ActivitySum = fields.word("sum"),
          let test = sessions.read(fields)
        else { return nil }
        return .activities(sum, of: test)
      },
      write: { value in
        guard case .activities(let sum, let test) = value,
          let members = sessions.write(test)
        else { return nil }
        return members.merging(["sum": .string(sum.rawValue)]) { own, _ in own }
      })
  }
}

extension DayValue {
  /// Reads the word under `metric:`; `nil` where it names nothing.
  package init?(summed word: JSONValue?) {
    guard case .string(let id)? = word else { return nil }
    if let metric = Metric(id: id) {
      self = .metric(metric)
    } else if let measure = StrengthMeasure(rawValue: id) {
      self = .strength(measure)
    } else {
      return nil
    }
  }

  /// The word under `metric:` that names the value; `nil` for a value that no single word names.
  package var summedID: String? {
    switch self {
    case .metric(let metric): metric.id
    case .strength(let measure): measure.rawValue
    case .heartRate, .heartMinutes, .activities, .lift, .feat, .weighted: nil
    }
  }
}

/// A threshold of heart rate, rounded up to a whole rate; `nil` where no rate can be above it.
package func wholeHeartRate(_ threshold: JSONValue) -> Int? {
  guard let quantity = Quantity(threshold: threshold) else { return nil }
  let whole = HeartRate.wholeAtOrAbove(quantity)
  return quantity == Quantity(whole) && HeartRate.thresholds.contains(whole) ? whole : nil
}

private func threshold(ofHeartRate rate: Int) -> JSONValue {
  Quantity(rate).threshold(in: .beatsPerMinute)
}

extension KeyTable {
  /// The keys for the amounts of a sum, one of which is written.
  package static let amountKeys = ["metric", "of", heartMinutesKey]

  /// The key of the heart rate above which minutes are counted.
  package static let heartMinutesKey = "heartMinutesAbove"

  /// The keys of one term of a weighted sum.
  package static let term = KeyTable([
    .needed("metric", .choice(summedUnits.map(\.id))),
    .optional("times", .weight, standard: .string("1")),
  ])
}

/// The metrics that a rule can add up.
package let cumulativeMetrics = Metric.allCases.filter(\.isCumulative).map(\.id)

/// Every word that `metric:` of a leaf can have, with its unit.
private let amountUnits = summedUnits + [(WeightedSum.stepsOrPushesID, .count)]

/// Every word that `metric:` of a term of a weighted sum can have, with its unit.
private let summedUnits: [(id: String, unit: Unit)] =
  Metric.allCases.filter(\.isCumulative).map { ($0.id, $0.canonicalUnit) }
  + StrengthMeasure.allCases.map { ($0.rawValue, $0.unit) }

extension Part<ActivityTest> {
  static var sessions: Part {
    Part(
      keys: [
        .optional(
          "kind",
          .oneOrMore(
            .choice(ActivityKind.allCases.map(\.rawValue)),
            .word(ActivityKind.allCases.map(\.rawValue)))),
        .optional("indoor", .truth([true, false])),
        .optional("where", .mapping(.requirements)),
      ],
      read: { fields in
        var test = ActivityTest(kinds: fields.words("kind"), isIndoor: fields.truth("indoor"))
        guard let asked = fields.fields("where") else { return test }
        test.names = asked.words(KeyTable.nameKey)
        for key in asked.members.keys where key != KeyTable.nameKey {
          guard let quantity = ActivityQuantity(rawValue: key),
            let comparison = asked.fields(key).flatMap(Comparison.init)
          else { return nil }
          test.requirements[quantity] = comparison
        }
        if let zone = asked.fields(ActivityQuantity.heartMinutes.rawValue) {
          test.zone = HeartRateZone(zone)
        }
        return (test.zone != nil) == (test.requirements[.heartMinutes] != nil) ? test : nil
      },
      write: { test in
        let kinds = test.kinds?.map(\.rawValue).sorted().map { JSONValue.string($0) }
        var asked = test.requirements.map { quantity, comparison in
          let zone = quantity == .heartMinutes ? test.zone?.members ?? [:] : [:]
          let members = comparison.members(in: quantity.unit).merging(zone) { own, _ in own }
          return (quantity.rawValue, JSONValue.object(members))
        }
        if let names = test.names?.sorted().map({ JSONValue.string($0) }) {
          asked.append((KeyTable.nameKey, names.count == 1 ? names[0] : .array(names)))
        }
        let members: [String: JSONValue?] = [
          "kind": kinds.map { $0.count == 1 ? $0[0] : .array($0) },
          "indoor": test.isIndoor.map(JSONValue.bool),
          "where": asked.isEmpty ? nil : .object(Dictionary(uniqueKeysWithValues: asked)),
        ]
        return members.compactMapValues { $0 }
      })
  }
}

extension KeyTable {
  /// The keys under `where:`: a comparison for each quantity of a session, and the name of what it
  /// was done with.
  package static let requirements = KeyTable(
    ActivityQuantity.allCases.map { quantity in
      let keys =
        (quantity == .heartMinutes ? HeartRateZone.keys : [])
        + Comparison.keys(of: .ofSession(quantity.unit))
      return .optional(quantity.rawValue, .mapping(KeyTable(keys, oneOf: Comparison.keys)))
    } + [.optional(nameKey, .oneOrMore(.text, .name))],
    atLeastOneOf: ActivityQuantity.allCases.map(\.rawValue) + [nameKey])

  /// The key under `where:` of the names of what sessions were done with.
  package static let nameKey = "name"

  /// The key that asks for the leaf once for each of the names.
  package static let eachKey = "each"
}

extension HeartRateZone {
  fileprivate static let keys: [KeyTable.Key] = [
    .needed("above", .wholeRate), .optional(upToKey, .wholeRate),
  ]

  /// The key of the highest rate of a zone.
  package static let upToKey = "upTo"

  fileprivate var members: [String: JSONValue] {
    .init(
      uniqueKeysWithValues: [("above", above), (Self.upToKey, upTo)].compactMap { key, rate in
        rate.map { (key, threshold(ofHeartRate: $0)) }
      })
  }

  /// Reads a zone; `nil` where no rate can be in it.
  fileprivate init?(_ fields: Fields) {
    guard let above = fields["above"].flatMap(wholeHeartRate) else { return nil }
    let upTo = fields[Self.upToKey].map(wholeHeartRate)
    if let upTo { guard let upTo, upTo > above else { return nil } }
    self.init(above: above, upTo: upTo ?? nil)
  }
}

extension Part<DaySelection> {
  /// All days, for leaves that cannot choose days.
  static var all: Part {
    Part(read: { _ in DaySelection() }, write: { $0 == DaySelection() ? [:] : nil })
  }

  static var days: Part {
    Part(
      keys: [
        .optional(
          "on", .list(.choice(weekdayKeys), of: .word(weekdayKeys))),
        .optional("from", .date), .optional("to", .date),
      ],
      read: { fields in
        func day(_ key: String) -> CivilDay? {
          if case .string(let text)? = fields[key] { CivilDay(text) } else { nil }
        }
        return DaySelection(weekdays: fields.weekdays("on"), from: day("from"), to: day("to"))
      },
      write: { days in
        let members: [String: JSONValue?] = [
          "on": (days.weekdays?.sorted { $0.rawValue < $1.rawValue })
            .map { .array($0.map { .string($0.key) }) },
          "from": days.from.map { .string("\($0)") }, "to": days.to.map { .string("\($0)") },
        ]
        return members.compactMapValues { $0 }
      })
  }
}

extension DaySelection {
  /// The keys with which a leaf chooses days.
  package static let keys = Part<DaySelection>.days.keys.map(\.name)

  /// The members of a leaf's mapping that choose the days.
  package var members: [String: JSONValue]? { Part<DaySelection>.days.write(self) }
}

let weekdayKeys = CivilDay.Weekday.allCases.map(\.key)

extension CivilDay.Weekday {
  /// The weekday as rules write it, from `mon` to `sun`.
  package var key: String { String(String(describing: self).prefix(3)) }
}

extension Fields {
  /// The weekdays that a list, or a single word, names; `nil` where the key is not written.
  package func weekdays(_ key: String) -> Set<CivilDay.Weekday>? {
    guard let words = self[key] else { return nil }
    let named = if case .array(let elements) = words { elements } else { [words] }
    return Set(CivilDay.Weekday.allCases.filter { named.contains(.string($0.key)) })
  }
}

extension Comparison {
  static func keys(of unit: ThresholdUnit) -> [KeyTable.Key] {
    keys.map { key in
      switch key {
      case "between": .optional(key, .between(unit))
      case "lessThan": .optional(key, .threshold(unit, aboveZero: true))
      default: .optional(key, .threshold(unit))
      }
    }
  }

  init?(_ fields: Fields) {
    guard let key = Comparison.keys.first(where: { fields[$0] != nil }), let value = fields[key]
    else { return nil }
    let written = if key == "between", case .array(let bounds) = value { bounds } else { [value] }
    let thresholds = written.compactMap { Quantity(threshold: $0) }
    guard thresholds.count == written.count else { return nil }
    self.init(key: key, thresholds: thresholds)
  }

  func members(in unit: Unit) -> [String: JSONValue] {
    let written = thresholds.map { $0.threshold(in: unit) }
    return [key: written.count == 1 ? written[0] : .array(written)]
  }
}

extension Quantity {
  /// The threshold as a definition has it: a number for a count, and text with the unit for
  /// anything else.
  package func threshold(in unit: Unit) -> JSONValue {
    unit == .count ? .number(self) : .string("\(self) \(unit.rawValue)")
  }

  /// Reads what ``threshold(in:)`` returns; `nil` for any other value.
  package init?(threshold: JSONValue) {
    switch threshold {
    case .number(let number): self.init(decimalText: ecmaScriptText(number))
    case .string(let text): self.init(decimalText: text.prefix { $0 != " " })
    default: return nil
    }
  }
}

/// The thing that a leaf compares the result of its measure with.
enum LeafComparison: Sendable {
  /// A threshold, in the unit of the leaf's value.
  case threshold(ThresholdUnit)
  /// A threshold, or a baseline and a floor.
  case thresholdOrBaseline(ThresholdUnit)
  /// A least number of sessions.
  case count
  /// No key: there must be at least one session.
  case anything

  var keys: [KeyTable.Key] {
    switch self {
    case .threshold(let unit): Comparison.keys(of: unit)
    case .thresholdOrBaseline(let unit):
      Comparison.keys(of: unit) + [
        .optional(KeyTable.baselineKey, .mapping(Baseline.table)),
        .optional(KeyTable.floorKey, .threshold(unit, aboveZero: true)),
      ]
    case .count: [.needed("count", .number(1...wholeNumberLimit))]
    case .anything: []
    }
  }

  var alternatives: [[String]] {
    switch self {
    case .threshold: [Comparison.keys]
    case .thresholdOrBaseline: [Comparison.keys + [KeyTable.baselineKey]]
    case .count, .anything: []
    }
  }

  func read(_ fields: Fields) -> Comparison? {
    switch self {
    case .threshold: Comparison(fields)
    case .thresholdOrBaseline:
      Comparison(fields)
        ?? fields[KeyTable.floorKey].flatMap { Quantity(threshold: $0) }
        .map(Comparison.atLeast)
    case .count: fields.number("count").map { .atLeast(Quantity($0)) }
    case .anything: .atLeast(Quantity(1))
    }
  }

  func write(_ leaf: Leaf) -> [String: JSONValue]? {
    let unit = leaf.value.unit
    if let baseline = leaf.baseline {
      guard case .thresholdOrBaseline = self else { return nil }
      return Part<Baseline>.baseline.definition(of: baseline).map {
        [KeyTable.baselineKey: $0, KeyTable.floorKey: leaf.floor.threshold(in: unit)]
      }
    }
    return switch (self, leaf.comparison) {
    case (.threshold, let comparison), (.thresholdOrBaseline, let comparison):
      comparison.members(in: unit)
    case (.count, .atLeast(let count)): ["count": .number(count)]
    case (.anything, .atLeast(Quantity(1))): [:]
    case (.count, _), (.anything, _): nil
    }
  }

  static let byMetric = threshold(ofMetric)

  static let byMetricOrBaseline = thresholdOrBaseline(ofMetric)

  private static let ofMetric = ThresholdUnit.ofDaysBy(
    key: "metric", Dictionary(uniqueKeysWithValues: amountUnits.map { ($0.id, $0.unit) }))

  static let bySum = threshold(
    .ofDaysBy(
      key: "sum",
      Dictionary(uniqueKeysWithValues: ActivitySum.allCases.map { ($0.rawValue, $0.unit) })))
}

package import DaymarkModel

// The leaves of the rule language. A new one is a row of `LeafKind.all`; a new measure is a case with its
// keys below, its arithmetic in Evaluate/Leaves/LeafMeasures.swift, and its words in
// Evaluate/Sentences/RequirementSentences.swift.

/// A leaf of the rule language: the key that a condition writes, the keys under it, and what they mean.
///
/// From it come what the loader reads and says, the JSON of a definition, the schemas of both, and which
/// numbers of a rule can be moved.
package struct LeafKind: Sendable {
  package let key: String
  let leaf: Part<Leaf>
  /// The leaf without its comparison, if it gives one number, which can rank.
  let score: Part<Score>?
  /// Several leaves that are asked together, if the key can hold them.
  var joint: Part<JointLeaves>?
  /// The keys that say which value of a day is looked at, if the leaf adds it up over the period.
  private(set) var dayValue: Part<DayValue>?

  package var table: KeyTable { leaf.table }
  package var scoreTable: KeyTable? { score?.table }
  package var dayTable: KeyTable? { dayValue?.table }

  /// The value of a day that checked fields of ``dayTable`` mean.
  package func dayValue(of fields: [String: JSONValue]) -> DayValue? {
    dayValue.flatMap { $0.read(Fields(fields, of: $0.table)) }
  }

  /// All leaves, in the order in which people are told of them.
  package static let all: [LeafKind] =
    ofDays(in: period, ranks: true) + [weekly, monthly, within]
    + ofSessions(in: period, ranks: true)

  /// The leaves that a stretch of days can be asked for.
  ///
  /// - Parameter count: The form of a number of days, of which a stretch has only so many.
  static func days(in count: Form) -> [LeafKind] {
    let scope = LeafReach(count: count, days: .all)
    return ofDays(in: scope) + ofSessions(in: scope)
  }

  private static let period = LeafReach(
    count: .number(1...wholeNumberLimit, atMost: .days), days: .days, byDay: .byMetricOrBaseline)

  private static func ofDays(in scope: LeafReach, ranks: Bool = false) -> [LeafKind] {
    [
      LeafKind("total", .metric, .only(.total), .byMetric, scope, ranks: ranks),
      LeafKind("days", .countedMetric, .days("count", scope.count), scope.byDay, scope),
      LeafKind("streak", .metric, .streak(scope.count), scope.byDay, scope),
      LeafKind("average", .metric, .average, scope.byDay, scope, ranks: ranks),
      LeafKind("best", .metric, .only(.best), scope.byDay, scope, ranks: ranks),
      LeafKind("window", .metric, .window(scope.count), .byMetric, scope, ranks: ranks),
    ]
  }

  private static func ofSessions(in scope: LeafReach, ranks: Bool = false) -> [LeafKind] {
    [
      LeafKind("activities", .sessions, .only(.total), .count, scope, ranks: ranks),
      LeafKind("activityDays", .sessions, .days("count", scope.count), .anything, scope),
      LeafKind(
        "activityTotal", .sessionSum, .only(.total), .bySum, scope, ranks: ranks,
        // Weeks are asked for one leaf each, so that it would not be the same weeks.
        also: ranks ? [.optional(KeyTable.eachKey, .truth([true]))] : []),
      LeafKind(
        "heartRate", .heartRate, .days("days", scope.count), .threshold(.ofDays(.beatsPerMinute)),
        scope),
      LeafKind(
        "heartMinutes", .heartMinutes, .daysOrEvery(scope.count), .threshold(.ofDays(.minute)),
        scope),
      LeafKind(key: "lift", leaf: .lift(on: scope.days), score: nil),
      LeafKind("feat", .feat, .only(.best), .byFigure, scope, ranks: ranks),
    ]
  }
}

/// The days that a leaf looks at: those of the period, of which it may choose some, or those of a stretch.
struct LeafReach {
  /// The form of a number of these days.
  let count: Form
  let days: Part<DaySelection>
  /// How leaves compare that look at what one day has: only those of the period can be compared with days before it.
  var byDay = LeafComparison.byMetric
}

extension Recurrence {
  /// The key that a rule file writes.
  package var key: String { stretch.key }
}

extension Recurrence.Stretch {
  var key: String {
    switch self {
    case .week: "weekly"
    case .month: "monthly"
    case .days: "within"
    }
  }
}

extension LeafKind {
  /// What may stand under the key, for whoever wrote something else there.
  package var example: String? { Self.examples[key] }

  private static let examples = [
    "total": "{ metric: steps, atLeast: 100000 }",
    "days": "{ metric: steps, atLeast: 8000, count: 5 }",
    "streak": "{ metric: steps, atLeast: 8000, days: 5 }",
    "average": "{ metric: steps, atLeast: 8000 }", "best": "{ metric: steps, atLeast: 15000 }",
    "window": "{ metric: steps, atLeast: 50000, days: 7 }",
    "weekly": "{ weeks: 4, activities: { kind: run, count: 3 } }",
    "monthly": "{ months: 3, total: { metric: distanceWalkingRunning, atLeast: 100 km } }",
    "within": "{ anyDays: 7, activities: { kind: run, count: 5 } }",
    "activities": "{ kind: run, count: 3 }",
    "activityDays": "{ kind: run, count: 12 }",
    "activityTotal": "{ kind: run, sum: distance, atLeast: 20 km }",
    "heartRate": "{ statistic: max, atLeast: 150 bpm, days: 5 }",
    "heartMinutes": "{ above: 140 bpm, atLeast: 20 min, days: 5 }",
    "lift": "{ exercise: bench-press, load: { atLeast: 80 kg } }",
    "feat": "{ id: pushups-1min, atLeast: 40 }",
  ]
}

// The keys of each measure.
extension Part<Leaf.Measure> {
  /// One that has no keys.
  static func only(_ measure: Leaf.Measure) -> Part {
    Part(read: { _ in measure }, write: { $0 == measure ? [:] : nil })
  }

  /// - Parameter key: That of the number of days.
  static func days(_ key: String, _ form: Form) -> Part {
    let count = Part<Leaf.DayCount>.dayCount(key, form)
    return Part(
      keys: count.keys, alternatives: count.alternatives,
      read: { count.read($0).map { .days($0) } },
      write: { if case .days(let days) = $0 { count.write(days) } else { nil } })
  }

  /// So many days, or every one where no number is written.
  static func daysOrEvery(_ form: Form) -> Part {
    Part(
      keys: [.optional("days", form)],
      read: { fields in
        if fields["days"] == nil { return .days(.every) }
        return fields.number("days").map { .days(.atLeast($0)) }
      },
      write: { measure in
        guard case .days(let count) = measure else { return nil }
        if case .atLeast(let days) = count { return ["days": .number(days)] }
        return [:]
      })
  }

  static func streak(_ count: Form) -> Part {
    Part(
      keys: [
        .needed("days", count),
        .optional("misses", .number(0...wholeNumberLimit), standard: .number(0)),
      ],
      read: { fields in
        guard let days = fields.number("days"), let misses = fields.number("misses") else {
          return nil
        }
        return .streak(days: days, misses: misses)
      },
      write: { measure in
        guard case .streak(let days, let misses) = measure else { return nil }
        return ["days": .number(days), "misses": .number(misses)]
      })
  }

  static var average: Part {
    Part(
      keys: [
        .optional(
          "over", .choice(["calendarDays", "recordedDays"]), standard: .string("calendarDays"))
      ],
      read: { .average(overRecordedDays: $0["over"] == .string("recordedDays")) },
      write: { measure in
        guard case .average(let overRecordedDays) = measure else { return nil }
        return ["over": .string(overRecordedDays ? "recordedDays" : "calendarDays")]
      })
  }

  static func window(_ count: Form) -> Part {
    Part(
      keys: [.needed("days", count)],
      read: { $0.number("days").map { .window(days: $0) } },
      write: { if case .window(let days) = $0 { ["days": .number(days)] } else { nil } })
  }
}

extension Part<Leaf.DayCount> {
  /// So many days, under `key`, or every one.
  static func dayCount(_ key: String, _ form: Form) -> Part {
    Part(
      keys: [.optional(key, form), .optional("every", .truth([true]))],
      alternatives: [[key, "every"]],
      read: { $0.truth("every") == true ? .every : $0.number(key).map { .atLeast($0) } },
      write: { count in
        switch count {
        case .atLeast(let days): [key: .number(days)]
        case .every: ["every": .bool(true)]
        }
      })
  }
}

extension Leaf {
  var kind: LeafKind { LeafKind.all.first { $0.leaf.write(self) != nil } ?? LeafKind.all[0] }

  /// The key that a rule file writes, see ``LeafKind/all``.
  package var key: String { measure.recurrence?.key ?? kind.key }
}

extension LeafKind {
  /// A leaf of what it looks at, a measure, a comparison, and the days that it looks at.
  ///
  /// - Parameters:
  ///   - ranks: Whether it can be a score.
  ///   - others: Keys that make several leaves of one.
  fileprivate init(
    _ key: String, _ value: Part<DayValue>, _ measure: Part<Leaf.Measure>,
    _ comparison: LeafComparison, _ scope: LeafReach, ranks: Bool = false,
    also others: [KeyTable.Key] = []
  ) {
    let days = scope.days
    self.key = key
    dayValue = measure.write(.total) == nil ? nil : value
    leaf = Part(
      keys: value.keys + comparison.keys + measure.keys + others + days.keys,
      alternatives: value.alternatives + comparison.alternatives + measure.alternatives,
      read: { fields in
        guard let measure = measure.read(fields), let value = value.read(fields),
          let comparison = comparison.read(fields), let days = days.read(fields)
        else { return nil }
        return Leaf(
          measure, of: value, comparison, on: days, against: Part<Baseline>.baseline(in: fields))
      },
      write: { leaf in
        joined(
          measure.write(leaf.measure), value.write(leaf.value), comparison.write(leaf),
          days.write(leaf.days))
      })
    score =
      !ranks
      ? nil
      : Part(
        keys: value.keys + measure.keys + days.keys, alternatives: value.alternatives,
        read: { fields in
          guard let measure = measure.read(fields), let value = value.read(fields),
            let days = days.read(fields)
          else { return nil }
          return Score(measure, of: value, on: days)
        },
        write: { joined(measure.write($0.measure), value.write($0.value), days.write($0.days)) })
  }
}

/// All of them in one, or `nil` where one is.
func joined(_ fields: [String: JSONValue]?...) -> [String: JSONValue]? {
  fields.reduce([:]) { all, next in
    all.flatMap { all in next.map { all.merging($0) { own, _ in own } } }
  }
}

package import DaymarkModel

// The leaves of the rule language. A new leaf is a row of `LeafKind.all`; a new measure is also a
// case with its keys below, its arithmetic in Evaluate/Leaves/LeafMeasures.swift, and its words in
// Evaluate/Sentences/RequirementSentences.swift.

/// A leaf of the rule language: the key under which a condition writes it, the keys inside, and
/// their meaning.
///
/// The loader and its messages, the definition of rules in JSON, the schemas of both, and the
/// thresholds that `rules sweep` can vary are all derived from it.
package struct LeafKind: Sendable {
  package let key: String
  let leaf: Part<Leaf>
  /// The leaf without its comparison, for a leaf that gives one amount and can therefore rank
  /// subjects.
  let score: Part<Score>?
  /// The part that reads and writes several leaves under this key, which must hold together; `nil`
  /// for a key with one leaf.
  var joint: Part<JointLeaves>?
  /// The keys that choose the value of a day, for a leaf that adds the value up over the period.
  private(set) var dayValue: Part<DayValue>?

  package var table: KeyTable { leaf.table }
  package var scoreTable: KeyTable? { score?.table }
  package var dayTable: KeyTable? { dayValue?.table }

  /// The value of a day that checked fields of ``dayTable`` choose.
  package func dayValue(of fields: [String: JSONValue]) -> DayValue? {
    dayValue.flatMap { $0.read(Fields(fields, of: $0.table)) }
  }

  /// All leaves, in the order in which messages list them.
  package static let all: [LeafKind] =
    ofDays(in: period, ranks: true) + [weekly, monthly, within]
    + ofSessions(in: period, ranks: true)

  /// The leaves that can be asked of a stretch of days.
  ///
  /// - Parameter count: The form of a number of days, which cannot exceed the length of the
  ///   stretch.
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
        also: [.optional(KeyTable.eachKey, .truth([true]))]),
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

/// The days on which a leaf is asked: those of the whole period, some of them, or those of a
/// stretch.
struct LeafReach {
  /// The form of a number of days, which is limited by the days on which the leaf is asked.
  let count: Form
  let days: Part<DaySelection>
  /// The comparison of leaves on one day's value.
  ///
  /// Only leaves on the whole period can have a baseline.
  var byDay = LeafComparison.byMetric
}

extension Recurrence {
  /// The key under which a rule file writes it.
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
  /// A short example of what may stand under the key, for messages about something else that was
  /// written there.
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

// The keys that choose each measure.
extension Part<Leaf.Measure> {
  /// A measure that needs no keys.
  static func only(_ measure: Leaf.Measure) -> Part {
    Part(read: { _ in measure }, write: { $0 == measure ? [:] : nil })
  }

  /// A number of days that must satisfy the comparison.
  ///
  /// - Parameters:
  ///   - key: The key of the number.
  ///   - form: The form of the number.
  static func days(_ key: String, _ form: Form) -> Part {
    let count = Part<Leaf.DayCount>.dayCount(key, form)
    return Part(
      keys: count.keys, alternatives: count.alternatives,
      read: { count.read($0).map { .days($0) } },
      write: { if case .days(let days) = $0 { count.write(days) } else { nil } })
  }

  /// A number of days that must satisfy the comparison, or every day where no number is written.
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
  /// A number of days under `key`, or `every: true`.
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

  /// The key under which a rule file writes the leaf; see ``LeafKind/all``.
  package var key: String { measure.recurrence?.key ?? kind.key }
}

extension LeafKind {
  /// Joins the parts of a leaf: its value, measure, comparison and days.
  ///
  /// - Parameters:
  ///   - key: The key under which a rule file writes the leaf.
  ///   - value: The keys that choose the value of a day.
  ///   - measure: The keys that choose how days become one answer.
  ///   - comparison: How the result is compared.
  ///   - scope: The days on which the leaf is asked.
  ///   - ranks: Whether it can be a score.
  ///   - others: Keys that turn one leaf into several.
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
        // A leaf is written by the first kind that can, so a kind that cannot says so at once.
        guard let measure = measure.write(leaf.measure), let value = value.write(leaf.value) else {
          return nil
        }
        return joined(measure, value, comparison.write(leaf), days.write(leaf.days))
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

/// The members of all dictionaries together; `nil` where one of them is.
func joined(_ fields: [String: JSONValue]?...) -> [String: JSONValue]? {
  fields.reduce([:]) { all, next in
    all.flatMap { all in next.map { all.merging($0) { own, _ in own } } }
  }
}

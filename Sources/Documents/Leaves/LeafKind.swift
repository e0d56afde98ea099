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

  package var table: KeyTable { leaf.table }
  package var scoreTable: KeyTable? { score?.table }

  /// All leaves, in the order in which people are told of them.
  package static let all: [LeafKind] = [
    LeafKind("total", .metric, .only(.total), .byMetric, ranks: true),
    LeafKind("days", .metric, .days("count"), .byMetric),
    LeafKind("streak", .metric, .streak, .byMetric),
    LeafKind("average", .metric, .average, .byMetric, ranks: true),
    LeafKind("best", .metric, .only(.best), .byMetric, ranks: true),
    LeafKind("window", .metric, .window, .byMetric, ranks: true),
    LeafKind(key: "weekly", leaf: .weekly, score: nil),
    LeafKind("activities", .sessions, .only(.total), .count, ranks: true),
    LeafKind("activityTotal", .sessionSum, .only(.total), .bySum, ranks: true),
    LeafKind("heartRate", .heartRate, .days("days"), .threshold(.ofDays(.beatsPerMinute))),
    LeafKind(key: "lift", leaf: .lift, score: nil),
    LeafKind("feat", .feat, .only(.best), .byFigure, ranks: true),
  ]
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
    "activities": "{ kind: run, count: 3 }",
    "activityTotal": "{ kind: run, sum: distance, atLeast: 20 km }",
    "heartRate": "{ statistic: max, atLeast: 150 bpm, days: 5 }",
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
  static func days(_ key: String) -> Part {
    let count = Part<Leaf.DayCount>.dayCount(
      key, .number(1...wholeNumberLimit, atMost: .days))
    return Part(
      keys: count.keys, alternatives: count.alternatives,
      read: { count.read($0).map { .days($0) } },
      write: { if case .days(let days) = $0 { count.write(days) } else { nil } })
  }

  static var streak: Part {
    Part(
      keys: [
        .needed("days", .number(1...wholeNumberLimit, atMost: .days)),
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

  static var window: Part {
    Part(
      keys: [.needed("days", .number(1...wholeNumberLimit, atMost: .days))],
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
  package var key: String { kind.key }
}

extension LeafKind {
  /// A leaf of what it looks at, a measure, a comparison, and the days that it looks at.
  ///
  /// - Parameter ranks: Whether it can be a score.
  fileprivate init(
    _ key: String, _ value: Part<DayValue>, _ measure: Part<Leaf.Measure>,
    _ comparison: LeafComparison, ranks: Bool = false
  ) {
    let days = Part<DaySelection>.days
    self.key = key
    leaf = Part(
      keys: value.keys + comparison.keys + measure.keys + days.keys,
      alternatives: comparison.alternatives + measure.alternatives,
      read: { fields in
        guard let measure = measure.read(fields), let value = value.read(fields),
          let comparison = comparison.read(fields), let days = days.read(fields)
        else { return nil }
        return Leaf(measure, of: value, comparison, on: days)
      },
      write: { leaf in
        joined(
          measure.write(leaf.measure), value.write(leaf.value),
          comparison.write(leaf.comparison, leaf.value.unit), days.write(leaf.days))
      })
    score =
      !ranks
      ? nil
      : Part(
        keys: value.keys + measure.keys + days.keys,
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

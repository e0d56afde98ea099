/// A feat of strength: something that people try to do most of, such as push-ups in a minute.
package struct Feat: Hashable, Sendable, Identifiable {
  /// The id, by which attempts name the feat.
  package var id: String
  /// The name that people read.
  package var name: String
  /// The exercise, as workout logs name it.
  package var movement: String
  /// The kind of figure by which attempts are compared; more is better.
  package var counts: FeatFigure
  /// The time limit of an attempt; `nil` where there is none.
  ///
  /// - Units: seconds.
  package var durationSeconds: Int?
  /// The month in which attempts count; `nil` for a feat of every month.
  package var month: CalendarMonth?
  /// The most repetitions a second that are plausible; an attempt with more does not count.
  package var mostPerSecond: Int
  /// The contest by whose formulas a load is turned into points; `nil` where the feat has no such
  /// points.
  package var contest: LiftingContest?

  /// The usual value of ``mostPerSecond``, for exercises that move the body or a weight.
  ///
  /// The fastest push-ups on record are fewer than three a second.
  package static let usualMostPerSecond = 4

  package init(
    id: String, name: String, movement: String, counts: FeatFigure = .repetitions,
    durationSeconds: Int? = nil, month: CalendarMonth? = nil,
    mostPerSecond: Int = Feat.usualMostPerSecond, contest: LiftingContest? = nil
  ) {
    (self.id, self.name, self.movement, self.counts) = (id, name, movement, counts)
    (self.durationSeconds, self.month) = (durationSeconds, month)
    (self.mostPerSecond, self.contest) = (mostPerSecond, contest)
  }
}

/// The kinds of figures by which attempts at a feat are compared.
package enum FeatFigure: String, CaseIterable, Hashable, Sendable {
  case repetitions
  /// The time for which something is held, in seconds.
  case time
  /// A load in kilograms.
  case load
  /// A distance in meters.
  case distance

  /// The unit of the figure in rules and their thresholds, where time is counted in minutes.
  package var unit: Unit {
    switch self {
    case .repetitions: .count
    case .time: .minute
    case .load: .kilogram
    case .distance: .meter
    }
  }

  /// Converts the figure of an attempt into ``unit``, which changes times alone: from seconds into
  /// minutes.
  package func inUnit(_ value: Quantity) -> Quantity {
    guard self == .time else { return value }
    return Quantity(microUnits: Int64(dividedRounding(Int128(value.microUnits), by: 60)))
  }

  /// The most that a person may plausibly reach in one attempt, in ``unit``.
  package var plausibleMost: Quantity {
    switch self {
    case .repetitions: Quantity(100_000)
    case .time: Quantity(1440)
    case .load: Quantity(600)
    case .distance: Quantity(600_000)
    }
  }

  /// The symbol of the figure's own unit, such as `s`; empty for repetitions.
  package var symbol: String {
    switch self {
    case .repetitions: ""
    case .time: "s"
    case .load: "kg"
    case .distance: "m"
    }
  }
}

/// The feats that an operator defines, with the operator's statements about the people who try
/// them.
package struct FeatList: Hashable, Sendable {
  /// The title; `nil` where the file has none.
  package var title: String?
  /// The feats, in the order of the file.
  package var feats: [Feat]
  /// The people about whom the file states something.
  package var people: [FeatPerson]

  package init(title: String? = nil, feats: [Feat], people: [FeatPerson] = []) {
    (self.title, self.feats, self.people) = (title, feats, people)
  }

  package subscript(id: String) -> Feat? { feats.first { $0.id == id } }

  /// The names by id, of feats that are not called by their id.
  package var names: [String: String] {
    Dictionary(feats.filter { $0.name != $0.id }.map { ($0.id, $0.name) }) { first, _ in first }
  }
}

/// A person who tries feats.
package struct FeatPerson: Hashable, Sendable, Identifiable {
  /// The id, by which attempts name the person.
  package var id: String
  /// The name that people read.
  package var name: String?
  /// The sex class in which the person lifts in contests.
  package var sex: Sex?
  /// The body's weight, for attempts that do not state it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?

  package init(id: String, name: String? = nil, sex: Sex? = nil, bodyWeight: Quantity? = nil) {
    (self.id, self.name, self.sex, self.bodyWeight) = (id, name, sex, bodyWeight)
  }
}

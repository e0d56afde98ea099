/// A feat of strength: something that people try to do most of, such as push-ups in a minute.
package struct Feat: Hashable, Sendable, Identifiable {
  /// The name that attempts give.
  package var id: String
  /// The name for people.
  package var name: String
  /// The exercise, as workout logs name it.
  package var movement: String
  /// The figure of an attempt that counts; more is better.
  package var counts: FeatFigure
  /// The time that there is for it; `nil` where it takes as long as it takes.
  ///
  /// - Units: seconds.
  package var durationSeconds: Int?
  /// The month that it belongs to; `nil` of a feat for every month.
  package var month: CalendarMonth?
  /// The most repetitions of a second that are believed.
  package var mostPerSecond: Int
  /// The contest whose points a load is worth; `nil` where it is of none.
  package var contest: LiftingContest?

  /// The repetitions of a second that nobody exceeds in what moves the body or a weight.
  ///
  /// The most push-ups that are known of are fewer than three a second.
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

/// The figures that a feat can count.
package enum FeatFigure: String, CaseIterable, Hashable, Sendable {
  case repetitions
  /// How long something is held, in seconds.
  case time
  /// In kilograms.
  case load
  /// In meters.
  case distance

  /// The unit of values and thresholds in rules, which count minutes.
  package var unit: Unit {
    switch self {
    case .repetitions: .count
    case .time: .minute
    case .load: .kilogram
    case .distance: .meter
    }
  }

  /// A figure of an attempt in ``unit``.
  package func inUnit(_ value: Quantity) -> Quantity {
    guard self == .time else { return value }
    return Quantity(microUnits: Int64(dividedRounding(Int128(value.microUnits), by: 60)))
  }

  /// The most that anybody may plausibly reach in one attempt, in ``unit``.
  package var plausibleMost: Quantity {
    switch self {
    case .repetitions: Quantity(100_000)
    case .time: Quantity(1440)
    case .load: Quantity(600)
    case .distance: Quantity(600_000)
    }
  }

  /// The symbol of its unit; empty of a count.
  package var symbol: String {
    switch self {
    case .repetitions: ""
    case .time: "s"
    case .load: "kg"
    case .distance: "m"
    }
  }
}

/// The feats of an operator, and what is known of the people that try them.
package struct FeatList: Hashable, Sendable {
  /// The title; `nil` where the file has none.
  package var title: String?
  /// The feats, in the order of the file.
  package var feats: [Feat]
  /// The people of whom something is known.
  package var people: [FeatPerson]

  package init(title: String? = nil, feats: [Feat], people: [FeatPerson] = []) {
    (self.title, self.feats, self.people) = (title, feats, people)
  }

  /// The feat with an id.
  package subscript(id: String) -> Feat? { feats.first { $0.id == id } }
}

/// Somebody that tries feats.
package struct FeatPerson: Hashable, Sendable, Identifiable {
  /// The name that attempts give.
  package var id: String
  /// The name for people.
  package var name: String?
  /// The sex by which contests sort lifters.
  package var sex: Sex?
  /// The body's weight where an attempt does not say it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?

  package init(id: String, name: String? = nil, sex: Sex? = nil, bodyWeight: Quantity? = nil) {
    (self.id, self.name, self.sex, self.bodyWeight) = (id, name, sex, bodyWeight)
  }
}

import Foundation

/// What one export shows by itself, for the person who must decide; see Examine, "One export by itself".
///
/// Nothing in it is a verdict: what honest people's exports never showed is a question to this person.
package struct Dossier: Hashable, Sendable {
  package var export: ExportComparison.Export
  /// The zone that decides days.
  package var zone: Zone
  /// The number of records and sessions that were looked at.
  package var records: Int
  /// One for each check that had something to look at: questions first, then what is noted, then the others; each in the
  /// order of ``ExportCheck``.
  package var results: [CheckResult]

  package init(
    export: ExportComparison.Export, zone: Zone, records: Int, results: [CheckResult]
  ) {
    (self.export, self.zone, self.records) = (export, zone, records)
    self.results = results
  }

  package var questions: Int { results.count { $0.level == .question } }
}

/// The checks of an export by itself, the strongest first.
package enum ExportCheck: String, CaseIterable, Hashable, Sendable {
  /// Eight records running have the amounts and lengths that eight others of their device have.
  case copied = "values.copied"
  /// Records were written before they begin.
  case writtenEarly = "created.early"
  /// The records of a metric do not stand together.
  case scattered = "order.types"
  /// Records begin on full minutes.
  case fullMinutes = "times.round"
  /// Records are all of one length.
  case evenLengths = "records.even"
  /// Step counts end in 0.
  case roundNumbers = "digits.round"
  /// A watch counts steps and has neither heart rates nor energy.
  case muteWatch = "watch.mute"
  /// The energy of a day is above the one that the export itself states.
  case aboveStated = "total.above"
  /// The mean step of a day is not the person's.
  case oddStride = "stride.odd"
  /// Flights were climbed on a day without steps.
  case flightsAlone = "flights.alone"
  /// Records begin long before the record that stands before them.
  case backwards = "order.time"
  /// Records of many days were written within one hour.
  case writtenAtOnce = "created.at_once"
}

/// What one check found.
package struct CheckResult: Hashable, Sendable {
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// Honest exports do not show this: a question to the person.
    case question
    /// Unusual, and known of honest exports.
    case noted
    case usual
  }

  /// So many places are named at most.
  package static let mostPlaces = 20

  package var check: ExportCheck
  package var level: Level
  /// How many records, days or devices were looked at; above zero.
  package var looked: Int
  /// How many of them are not as usual.
  package var unusual: Int
  /// Where the first of these stand, ascending by day.
  package var places: [CheckPlace]
  /// What is known of honest exports.
  package var honest: HonestCounts

  package init(
    _ check: ExportCheck, _ level: Level, looked: Int, unusual: Int, places: [CheckPlace] = [],
    honest: HonestCounts = HonestCounts()
  ) {
    (self.check, self.level, self.looked, self.unusual) = (check, level, looked, unusual)
    (self.places, self.honest) = (places, honest)
  }
}

/// Where something stands that is not as usual.
package struct CheckPlace: Hashable, Sendable {
  package var day: CivilDay
  /// `nil` of a whole device.
  package var metric: Metric?
  /// The name of the device or app.
  package var source: String
  /// The record; `nil` of a whole day.
  package var place: InputLocation?

  package init(day: CivilDay, metric: Metric?, source: String, place: InputLocation? = nil) {
    (self.day, self.metric, self.source, self.place) = (day, metric, source, place)
  }
}

/// On how many honest exports a check was tried, and of how many of them it asked.
package struct HonestCounts: Hashable, Sendable {
  /// Exports of real people.
  package var real = 0
  /// Those of them that the check asked about.
  package var realAsked = 0
  /// Exports of made people.
  package var made = 0
  /// Those of them that the check asked about.
  package var madeAsked = 0

  package init(real: Int = 0, realAsked: Int = 0, made: Int = 0, madeAsked: Int = 0) {
    (self.real, self.realAsked, self.made, self.madeAsked) = (real, realAsked, made, madeAsked)
  }

  /// Adds the counts of other exports.
  package mutating func add(_ other: HonestCounts) {
    real += other.real
    realAsked += other.realAsked
    made += other.made
    madeAsked += other.madeAsked
  }

  /// The most honest people of a hundred, in hundredths, of whom the check asks, with a confidence of 95 %; `nil` without any
  /// export that it was tried on.
  package static func bound(asked: Int, of exports: Int) -> Quantity? {
    guard exports > 0 else { return nil }
    if asked >= exports { return Quantity(100) }
    // The exact bound (Clopper and Pearson, 1934): the share at which so few would come about in 5 of 100 trials.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probability(ofAtMost: asked, of: exports, at: middle) > 0.05 {
        low = middle
      } else {
        high = middle
      }
    }
    // Rounded up: a bound may not be less than it is.
    return Quantity(microUnits: Int64((high * 10_000 - 1e-6).rounded(.up)) * Quantity.hundredth)
  }

  /// The probability of at most so many successes in a number of trials.
  private static func probability(ofAtMost most: Int, of trials: Int, at share: Double) -> Double {
    // The first term, and each next one from the one before.
    var logarithm = Double(trials) * log(1 - share)
    var sum = exp(logarithm)
    for number in 0..<most {
      logarithm += log(Double(trials - number) / Double(number + 1)) + log(share / (1 - share))
      sum += exp(logarithm)
    }
    return sum
  }
}

/// On how many exports of honest people, whom somebody knows, each check was tried, and of how many it asked: counts
/// alone.
package struct Calibration: Hashable, Sendable {
  /// One check.
  package struct Count: Hashable, Sendable {
    package var check: ExportCheck
    /// The exports in which it had something to look at.
    package var exports: Int
    /// Those of them of which it asked.
    package var asked: Int

    package init(_ check: ExportCheck, exports: Int = 0, asked: Int = 0) {
      (self.check, self.exports, self.asked) = (check, exports, asked)
    }
  }

  /// The number of exports.
  package var exports = 0
  /// Those of them of which any check asked.
  package var asked = 0
  /// Every check, in its order.
  package var counts = ExportCheck.allCases.map { Count($0) }

  package init() {}

  /// Whether it has each check once, and no more of it than there are exports.
  package var isSound: Bool {
    counts.map(\.check) == ExportCheck.allCases && asked <= exports
      && counts.allSatisfy { $0.asked <= $0.exports && $0.exports <= exports }
  }

  /// Adds what an honest export shows.
  package mutating func add(_ dossier: Dossier) {
    exports += 1
    if dossier.questions > 0 { asked += 1 }
    for result in dossier.results {
      guard let place = counts.firstIndex(where: { $0.check == result.check }) else { continue }
      counts[place].exports += 1
      if result.level == .question { counts[place].asked += 1 }
    }
  }

  /// What is known of honest exports by check, with these counts.
  package func added(to known: [ExportCheck: HonestCounts]) -> [ExportCheck: HonestCounts] {
    counts.reduce(into: known) { known, count in
      known[count.check, default: HonestCounts()].add(
        HonestCounts(real: count.exports, realAsked: count.asked))
    }
  }
}

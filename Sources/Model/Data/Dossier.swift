import Foundation

/// The examination of one export by itself, for the person who must decide; see Examine, "One
/// export by itself".
///
/// A dossier is no verdict: what no honest export is known to show is a reason to ask the person.
package struct Dossier: Hashable, Sendable {
  package var export: ExportComparison.Export
  package var zone: Zone
  /// The number of records and sessions that were examined.
  package var records: Int
  /// One result per check that found data to examine: first questions, then notes, then the others,
  /// each group in the order of ``ExportCheck``.
  package var results: [CheckResult]

  package init(
    export: ExportComparison.Export, zone: Zone, records: Int, results: [CheckResult]
  ) {
    (self.export, self.zone, self.records) = (export, zone, records)
    self.results = results
  }

  package var questions: Int { results.count { $0.level == .question } }
}

/// The checks that look at one export by itself, the strongest first.
package enum ExportCheck: String, CaseIterable, Hashable, Sendable {
  /// Eight successive records repeat the amounts and lengths of eight others of the same device.
  case copied = "values.copied"
  /// The creation date of records is before their start.
  case writtenEarly = "created.early"
  /// The records of one metric are scattered over the file instead of standing together.
  case scattered = "order.types"
  /// Unusually many records of steps begin on full minutes.
  case fullMinutes = "times.round"
  /// Nearly all records of steps of one device are equally long.
  case evenLengths = "records.even"
  /// Unusually many step counts end in 0.
  case roundNumbers = "digits.round"
  /// A watch counts steps and measures neither heart rate nor energy.
  case muteWatch = "watch.mute"
  /// The energy of a day is greater than the energy that the export itself states for it.
  case aboveStated = "total.above"
  /// The length of the mean step on a day, distance by steps, is not the person's usual one.
  case oddStride = "stride.odd"
  /// The day has flights climbed and no steps.
  case flightsAlone = "flights.alone"
  /// Records begin long before the record that precedes them in the file.
  case backwards = "order.time"
  /// Records of many days were created within one hour.
  case writtenAtOnce = "created.at_once"
}

/// The result of one check.
package struct CheckResult: Hashable, Sendable {
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// No honest export is known to show this, so that the person is asked about it.
    case question
    /// Unusual, but honest exports are known to show it.
    case noted
    case usual
  }

  /// The most places that one result names.
  package static let mostPlaces = 20

  package var check: ExportCheck
  package var level: Level
  /// The number of records, days or devices that the check looked at; above zero.
  package var looked: Int
  /// The number of unusual items among those that the check looked at.
  package var unusual: Int
  /// The places of the first unusual items, in ascending order of days.
  package var places: [CheckPlace]
  /// The numbers of honest exports that were examined and that show the same.
  package var honest: HonestCounts

  package init(
    _ check: ExportCheck, _ level: Level, looked: Int, unusual: Int, places: [CheckPlace] = [],
    honest: HonestCounts = HonestCounts()
  ) {
    (self.check, self.level, self.looked, self.unusual) = (check, level, looked, unusual)
    (self.places, self.honest) = (places, honest)
  }
}

/// A place in an export with something unusual.
package struct CheckPlace: Hashable, Sendable {
  package var day: CivilDay
  /// The metric; `nil` where the place is a whole device.
  package var metric: Metric?
  /// The name of the device or app.
  package var source: String
  /// The record; `nil` where the place is a whole day.
  package var place: InputLocation?

  package init(day: CivilDay, metric: Metric?, source: String, place: InputLocation? = nil) {
    (self.day, self.metric, self.source, self.place) = (day, metric, source, place)
  }
}

/// The number of honest exports that a check was tried on, and the number of those in which it
/// found a question.
package struct HonestCounts: Hashable, Sendable {
  /// The exports of real people.
  package var real = 0
  /// The exports of real people in which the check found a question.
  package var realAsked = 0
  /// The exports that were generated for simulated people.
  package var made = 0
  /// The exports of simulated people in which the check found a question.
  package var madeAsked = 0

  package init(real: Int = 0, realAsked: Int = 0, made: Int = 0, madeAsked: Int = 0) {
    (self.real, self.realAsked, self.made, self.madeAsked) = (real, realAsked, made, madeAsked)
  }

  package mutating func add(_ other: HonestCounts) {
    real += other.real
    realAsked += other.realAsked
    made += other.made
    madeAsked += other.madeAsked
  }

  /// The upper confidence bound (95 %) of the share of honest people in whose exports the check
  /// finds a question; `nil` if it was tried on no export.
  ///
  /// - Units: percent, rounded up to 0.01.
  package static func bound(asked: Int, of exports: Int) -> Quantity? {
    guard exports > 0 else { return nil }
    if asked >= exports { return Quantity(100) }
    // The exact bound (Clopper and Pearson, 1934): the share at which so few questions would come
    // about in 5 of 100 trials, found by bisection.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probability(ofAtMost: asked, of: exports, at: middle) > 0.05 {
        low = middle
      } else {
        high = middle
      }
    }
    // The bound is rounded up, because a lower number would be no bound.
    return Quantity(microUnits: Int64((high * 10_000 - 1e-6).rounded(.up)) * Quantity.hundredth)
  }

  /// The probability of at most `most` successes in `trials` trials, each with the probability
  /// `share`.
  private static func probability(ofAtMost most: Int, of trials: Int, at share: Double) -> Double {
    // Each term of the sum follows from the one before it, and its logarithm cannot underflow.
    var logarithm = Double(trials) * log(1 - share)
    var sum = exp(logarithm)
    for number in 0..<most {
      logarithm += log(Double(trials - number) / Double(number + 1)) + log(share / (1 - share))
      sum += exp(logarithm)
    }
    return sum
  }
}

/// Counts over exports of people whom the operator knows to be honest: how many exports each check
/// was tried on, and in how many it found a question.
package struct Calibration: Hashable, Sendable {
  /// The counts of one check.
  package struct Count: Hashable, Sendable {
    package var check: ExportCheck
    /// The number of exports in which the check had something to look at.
    package var exports: Int
    /// The number of exports in which the check found a question.
    package var asked: Int

    package init(_ check: ExportCheck, exports: Int = 0, asked: Int = 0) {
      (self.check, self.exports, self.asked) = (check, exports, asked)
    }
  }

  /// The number of exports.
  package var exports = 0
  /// The number of exports in which any check found a question.
  package var asked = 0
  /// The counts of every check, in the order of ``ExportCheck``.
  package var counts = ExportCheck.allCases.map { Count($0) }

  package init() {}

  /// Whether the counts can be right: each check stands once, and no count is greater than what it
  /// is a part of.
  package var isSound: Bool {
    counts.map(\.check) == ExportCheck.allCases && asked <= exports
      && counts.allSatisfy { $0.asked <= $0.exports && $0.exports <= exports }
  }

  /// Counts an export of an honest person, from its dossier.
  package mutating func add(_ dossier: Dossier) {
    exports += 1
    if dossier.questions > 0 { asked += 1 }
    for result in dossier.results {
      guard let place = counts.firstIndex(where: { $0.check == result.check }) else { continue }
      counts[place].exports += 1
      if result.level == .question { counts[place].asked += 1 }
    }
  }

  /// The counts of honest exports by check: those that are `known` already, with these added.
  package func added(to known: [ExportCheck: HonestCounts]) -> [ExportCheck: HonestCounts] {
    counts.reduce(into: known) { known, count in
      known[count.check, default: HonestCounts()].add(
        HonestCounts(real: count.exports, realAsked: count.asked))
    }
  }
}

import DaymarkModel

/// The state of a part while its input is read.
struct CurrentPart {
  var rejections = Rejections()
  var items = InputItems()
  var wallItems = InputItems()
  var sets: KeptSets
  var passed = PassedSamples()
  /// The number of samples after which some are passed over.
  var mostKept: Int
  var bodyWeights: [BodyWeight] = []
  var statedDays: [StatedDay] = []

  init(mostKept: Int, sets: KeptSets) { (self.mostKept, self.sets) = (mostKept, sets) }

  mutating func add(_ batch: RecordBatch, _ policy: ManualEntryPolicy) {
    for set in batch.sets {
      let place = RecordPlace(line: set.line, byte: set.byte, source: set.source)
      sets.add(set) { rejections.countLostField($0.reason, place) }
    }
    bodyWeights += batch.bodyWeights.compactMap(BodyWeight.init)
    statedDays += batch.statedDays.compactMap(StatedDay.init)
    switch batch.clock {
    case .absolute: items.add(batch, policy, &rejections)
    case .wall: wallItems.add(batch, policy, &rejections)
    }
  }

  /// Passes over samples that ended before an instant, if there are too many.
  mutating func pass(before earliest: Instant, keeping more: Int) {
    guard items.acceptedCount > mostKept else { return }
    items.pass(samplesBefore: earliest, &passed)
    mostKept = items.acceptedCount + more
  }
}

/// A completed part of an input, which is treated like an input.
struct InputPart {
  var facts: InputFacts
  /// The index of the input.
  var input: Int
  /// The number of documents in the earlier parts of the input.
  var documentsBefore: Int
  /// The end of what the part has: samples, activities and day totals.
  var dataEnd = DataEnd()
  /// The sources of samples passed over, by the part's numbering.
  var passedSources: Set<UInt16> = []
  /// For each source of the part, its number in the subject's table of sources.
  var sources: [UInt16]
  var rejections: Rejections
  /// The items with wall-clock times, which wait for the time zone.
  var wallItems: InputItems
  /// The sets of workout logs, which wait for the time zone.
  var sets: KeptSets
  var rejectedRecords: [RejectedRecord] = []
  var rejectedSessions: [RejectedSession] = []
  var rejectedTotals: [DayTotal] = []
  /// The totals that the part states for whole days.
  var statedDays: [StatedDay] = []
  /// The checks whose losses the operator accepts.
  var acceptedLoss: Set<FindingCode>

  /// Returns the stated totals of all parts, ascending by day, then metric.
  ///
  /// If several parts state the same day, the newest export counts; within one export the largest
  /// total does.
  static func statedDays(in parts: [InputPart], by calendar: DayCalendar) -> [StatedDay] {
    var known: [StatedDay: (age: Instant, amount: Quantity)] = [:]
    for part in parts where !part.statedDays.isEmpty {
      let age = part.end(by: calendar) ?? Instant(milliseconds: .min)
      for stated in part.statedDays {
        let key = StatedDay(day: stated.day, metric: stated.metric, amount: .zero)
        let own = (age, stated.amount)
        if known[key].map({ $0 < own }) ?? true { known[key] = own }
      }
    }
    return known.map { StatedDay(day: $0.day, metric: $0.metric, amount: $1.amount) }
      .sorted { ($0.day, $0.metric.rawValue) < ($1.day, $1.metric.rawValue) }
  }

  /// The instant up to which the part can have data; `nil` where that is unknown.
  func end(by calendar: DayCalendar) -> Instant? {
    facts.exportDate ?? dataEnd.instant(by: calendar)
  }
}

extension StatedDay {
  /// Makes a stated total; `nil` where the day or the figure is invalid.
  init?(_ record: StatedDayRecord) {
    guard let day = record.day, day >= earliestDay,
      let amount = RecordConversion.understood(
        record.amount.value, record.amount.unit, of: record.metric), amount >= .zero
    else { return nil }
    self.init(
      day: day, metric: record.metric,
      amount: amount.rounded(toMultipleOf: record.metric.dailyStep))
  }
}

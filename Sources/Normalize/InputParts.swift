import DaymarkModel

/// A part of the input being read.
struct CurrentPart {
  var rejections = Rejections()
  var items = InputItems()
  var wallItems = InputItems()
  var sets: KeptSets
  var passed = PassedSamples()
  /// The number of samples from which on some are passed over.
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

  /// Passes over samples that ended before an instant, once there are too many.
  mutating func pass(before earliest: Instant, keeping more: Int) {
    guard items.acceptedCount > mostKept else { return }
    items.pass(samplesBefore: earliest, &passed)
    mostKept = items.acceptedCount + more
  }
}

/// A part of an input that is over, which counts as if it were an input.
struct InputPart {
  var facts: InputFacts
  /// The index of the input.
  var input: Int
  /// The number of documents in the parts of the input before it.
  var documentsBefore: Int
  /// The end of the last accepted sample.
  var lastEnd: Instant?
  /// The sources of samples that were passed over, as the part numbers them.
  var passedSources: Set<UInt16> = []
  /// Sources numbered by the subject's table, here and in `rejections`.
  var sources: [UInt16]
  var rejections: Rejections
  /// Items with the times of a wall clock, which wait for the zone.
  var wallItems: InputItems
  /// Sets of workout logs, which wait for it, too.
  var sets: KeptSets
  var rejectedRecords: [RejectedRecord] = []
  var rejectedSessions: [RejectedSession] = []
  var rejectedTotals: [DayTotal] = []
  /// What the part states of whole days.
  var statedDays: [StatedDay] = []
  /// The checks whose loss the operator accepts.
  var acceptedLoss: Set<FindingCode>

  /// The instant up to which it has anything; before all others where that is not known.
  private var age: Instant { end ?? Instant(milliseconds: .min) }

  /// What the parts of a subject's inputs state of whole days, ascending by day, then metric.
  ///
  /// Of several that state the same day, the newest export counts; within one the greatest.
  static func statedDays(in parts: [InputPart]) -> [StatedDay] {
    var known: [StatedDay: (age: Instant, amount: Quantity)] = [:]
    for part in parts {
      for stated in part.statedDays {
        let key = StatedDay(day: stated.day, metric: stated.metric, amount: .zero)
        let own = (part.age, stated.amount)
        if known[key].map({ $0 < own }) ?? true { known[key] = own }
      }
    }
    return known.map { StatedDay(day: $0.day, metric: $0.metric, amount: $1.amount) }
      .sorted { ($0.day, $0.metric.rawValue) < ($1.day, $1.metric.rawValue) }
  }

  /// The instant up to which it can have anything.
  var end: Instant? { facts.exportDate ?? lastEnd }
}

extension StatedDay {
  /// A figure as a file has it; `nil` of what is no figure of a day that can be.
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

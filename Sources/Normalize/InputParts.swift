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

  init(mostKept: Int, sets: KeptSets) { (self.mostKept, self.sets) = (mostKept, sets) }

  mutating func add(_ batch: RecordBatch, _ policy: ManualEntryPolicy) {
    for set in batch.sets {
      let place = RecordPlace(line: set.line, byte: set.byte, source: set.source)
      sets.add(set) { rejections.countLostField($0.reason, place) }
    }
    bodyWeights += batch.bodyWeights.compactMap(BodyWeight.init)
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
  /// The checks whose loss the operator accepts.
  var acceptedLoss: Set<FindingCode>

  /// The instant up to which it can have anything.
  var end: Instant? { facts.exportDate ?? lastEnd }
}

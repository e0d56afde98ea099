import DaymarkModel

// The amounts and times of records of devices. Invented figures are rounder, and copied ones are
// equal. See Examine, "The checks".

extension ExaminedExport {
  /// The number of consecutive records that are compared.
  private static let copiedLength = 8

  /// The check that no eight consecutive records of a device repeat the amounts and lengths of
  /// eight others.
  ///
  /// Eight records with mostly equal amounts are ignored.
  var copied: CheckResult? {
    var tally = CheckTally()
    for series in series where series.metric.isCumulative && series.metric != .flightsClimbed {
      let records = series.records.filter { $0.value > .zero }
      tally.looked += records.count
      for index in copies(in: records) { tally.add(records[index], series.metric) }
    }
    return tally.result(.copied, .question, in: self)
  }

  /// Returns the indices of records that repeat earlier ones, ascending.
  private func copies(in records: [Sample]) -> [Int] {
    let length = Self.copiedLength
    guard records.count >= 2 * length else { return [] }
    // Hashes are sorted here, because a dictionary of them takes ten times as long.
    let windows = windowHashes(records).enumerated().map { (hash: $1, start: $0) }
      .sorted { ($0.hash, $0.start) < ($1.hash, $1.start) }
    var copied: Set<Int> = []
    var first = windows[0]
    for window in windows.dropFirst() {
      if window.hash != first.hash { first = window }
      guard window.start >= first.start + length else { continue }
      let (own, other) = (
        records[window.start..<window.start + length], records[first.start..<first.start + length]
      )
      let isSame = zip(own, other).allSatisfy { $0.value == $1.value && $0.duration == $1.duration }
      if isSame, Set(own.map(\.value)).count >= length - 2 {
        copied.formUnion(window.start..<window.start + length)
      }
    }
    return copied.sorted()
  }

  /// Returns a hash of the amounts and lengths of each eight consecutive records, by the index of
  /// the first.
  private func windowHashes(_ records: [Sample]) -> [UInt64] {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    // The hash of a window follows from that of the window before it, so that a long export takes
    // linear time; this factor takes out the record that leaves the window.
    let last = (0..<Self.copiedLength).reduce(UInt64(1)) { product, _ in product &* factor }
    func hash(_ record: Sample) -> UInt64 {
      let bits = UInt64(bitPattern: record.value.microUnits) &* 0xBF58_476D_1CE4_E5B9
      let mixed = bits ^ bits >> 31 ^ UInt64(bitPattern: record.duration) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 29
    }
    var sum: UInt64 = 0
    var sums: [UInt64] = []
    for index in records.indices {
      sum = sum &* factor &+ hash(records[index])
      if index >= Self.copiedLength { sum &-= last &* hash(records[index - Self.copiedLength]) }
      if index >= Self.copiedLength - 1 { sums.append(sum) }
    }
    return sums
  }

  /// The check that records of steps do not begin mostly on full minutes.
  ///
  /// Devices begin them on any second.
  var fullMinutes: CheckResult? {
    counted(.fullMinutes, least: 50, noted: 10, question: 50) {
      $0.start.milliseconds % 60_000 == 0
    }
  }

  /// The check that the last digits of step counts are evenly distributed, as devices write them.
  var roundNumbers: CheckResult? {
    counted(.roundNumbers, from: Quantity(100), least: 100, noted: 20, question: 35) {
      $0.value.microUnits % Quantity(10).microUnits == 0
    }
  }

  /// Counts the unusual records of steps of each device.
  ///
  /// - Parameters:
  ///   - amount: The smallest amount of the records that are checked.
  ///   - least: The smallest number of records of a device that is checked.
  ///   - noted: The percentage above which the result is noted.
  ///   - question: The percentage above which the result is a question.
  private func counted(
    _ check: ExportCheck, from amount: Quantity = .zero, least: Int, noted: Int, question: Int,
    where isUnusual: (Sample) -> Bool
  ) -> CheckResult? {
    var (tally, level) = (CheckTally(), CheckResult.Level.noted)
    for series in series where series.metric == .steps {
      let records = series.records.filter { $0.value >= amount }
      guard records.count >= least else { continue }
      tally.looked += records.count
      let unusual = records.filter(isUnusual)
      guard unusual.count * 100 > records.count * noted else { continue }
      if unusual.count * 100 > records.count * question { level = .question }
      for record in unusual { tally.add(record, .steps) }
    }
    return tally.result(check, level, in: self)
  }

  /// The check that records of steps have different lengths, as devices write them.
  var evenLengths: CheckResult? {
    var (tally, level) = (CheckTally(), CheckResult.Level.noted)
    for series in series where series.metric == .steps && series.records.count >= 100 {
      let lengths = Dictionary(grouping: series.records, by: \.duration).mapValues(\.count)
      let most = lengths.max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let most else { continue }
      tally.looked += series.records.count
      guard most.value * 100 > series.records.count * 80 else { continue }
      if most.value * 100 > series.records.count * 95 { level = .question }
      for record in series.records where record.duration == most.key {
        tally.add(record, .steps)
      }
    }
    return tally.result(.evenLengths, level, in: self)
  }
}

import DaymarkModel

// Days as bytes.

extension DailyAggregate {
  mutating func pass(through numbers: inout some Passing) {
    numbers.pass(&metric)
    var ordinal = Int64(day.ordinal)
    numbers.pass(&ordinal)
    day = CivilDay(ordinal: Int32(clamping: ordinal))
    numbers.pass(&value)
    numbers.pass(&heartRate, blank: HeartRateFigures(count: 0)) { $1.pass(through: &$0) }
    numbers.pass(&isComplete)
    measure.pass(through: &numbers)
  }
}

extension HeartRateFigures {
  fileprivate mutating func pass(through numbers: inout some Passing) {
    numbers.pass(&minimum)
    numbers.pass(&maximum)
    numbers.pass(&mean)
    numbers.pass(&count)
  }
}

extension QualityMeasure {
  fileprivate mutating func pass(through numbers: inout some Passing) {
    numbers.pass(&samples)
    numbers.pass(&manualSamples)
    numbers.pass(&manualAmount)
    numbers.pass(&naive)
    numbers.pass(&manualShare, blank: 0) { $0.pass(&$1) }
    numbers.pass(&contributions, blank: SourceContribution(source: 0, contributed: .zero)) {
      $1.pass(through: &$0)
    }
    numbers.pass(&alternate)
    numbers.pass(&setAside)
    numbers.pass(&late)
    var pairs = figures.map { (code: $0.key, value: $0.value) }
    numbers.pass(&pairs, blank: (.manualShare, .zero)) {
      $0.pass(&$1.code)
      $0.pass(&$1.value)
    }
    figures = Dictionary(pairs.map { ($0.code, $0.value) }) { $1 }
  }
}

extension SourceContribution {
  fileprivate mutating func pass(through numbers: inout some Passing) {
    numbers.pass(&source)
    numbers.pass(&contributed)
    numbers.pass(&covered)
    numbers.pass(&offered)
  }
}

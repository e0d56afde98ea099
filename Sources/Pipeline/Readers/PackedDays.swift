import DaymarkModel
import Foundation

/// Days as bytes.
func packed(_ days: [DailyAggregate]) -> Data {
  var writer = NumberWriter()
  for var day in days { day.pass(through: &writer) }
  return Data(writer.bytes)
}

/// The days that bytes were made of; `nil` of other bytes.
func unpackedDays(_ bytes: Data) -> [DailyAggregate]? {
  var reader = NumberReader(bytes: Array(bytes))
  var days: [DailyAggregate] = []
  while reader.index < reader.bytes.count {
    var day = DailyAggregate(metric: .steps, day: CivilDay(ordinal: 0), value: nil)
    day.pass(through: &reader)
    guard !reader.isWrong else { return nil }
    days.append(day)
  }
  return days
}

/// What writes numbers, or reads them: members are listed once for both ways.
private protocol NumberPassing {
  /// Writes the number, or makes it the one that was read.
  mutating func pass(_ number: inout Int64)
  /// Says that a number is none that was written.
  mutating func refuse()
  /// Whether the numbers are none that were written.
  var isWrong: Bool { get }
}

private struct NumberWriter: NumberPassing {
  private(set) var bytes: [UInt8] = []

  mutating func pass(_ number: inout Int64) {
    // Small numbers of either sign are short: seven bits a byte, the lowest first.
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func refuse() {}
  var isWrong: Bool { false }
}

private struct NumberReader: NumberPassing {
  let bytes: [UInt8]
  private(set) var index = 0
  private(set) var isWrong = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func pass(_ number: inout Int64) {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard index < bytes.count, !isWrong else { return refuse() }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        number = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
        return
      }
    }
    refuse()
  }

  mutating func refuse() {
    isWrong = true
    index = bytes.count
  }
}

extension NumberPassing {
  mutating func pass(_ number: inout Int) {
    var value = Int64(number)
    pass(&value)
    number = Int(value)
  }

  mutating func pass(_ flag: inout Bool) {
    var value: Int64 = flag ? 1 : 0
    pass(&value)
    flag = value == 1
  }

  mutating func pass(_ quantity: inout Quantity) {
    pass(&quantity.microUnits)
    if Quantity(exactly: Int128(quantity.microUnits)) == nil { refuse() }
  }

  /// A value that may be missing.
  mutating func pass<Value>(
    _ value: inout Value?, blank: Value, _ each: (inout Self, inout Value) -> Void
  ) {
    var isThere = value != nil
    pass(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var known = value ?? blank
    each(&self, &known)
    value = known
  }

  mutating func pass(_ quantity: inout Quantity?) {
    pass(&quantity, blank: .zero) { $0.pass(&$1) }
  }

  mutating func pass<Value>(
    _ list: inout [Value], blank: Value, _ each: (inout Self, inout Value) -> Void
  ) {
    var count = list.count
    pass(&count)
    var passed: [Value] = []
    var index = 0
    while index < count, !isWrong {
      var value = index < list.count ? list[index] : blank
      each(&self, &value)
      passed.append(value)
      index += 1
    }
    list = passed
  }

  /// One of few values.
  mutating func pass<Value: CaseIterable & Equatable>(
    _ value: inout Value
  ) where Value.AllCases == [Value] {
    var index = Value.allCases.firstIndex(of: value) ?? 0
    pass(&index)
    guard Value.allCases.indices.contains(index) else { return refuse() }
    value = Value.allCases[index]
  }
}

extension DailyAggregate {
  fileprivate mutating func pass(through numbers: inout some NumberPassing) {
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
  fileprivate mutating func pass(through numbers: inout some NumberPassing) {
    numbers.pass(&minimum)
    numbers.pass(&maximum)
    numbers.pass(&mean)
    numbers.pass(&count)
  }
}

extension QualityMeasure {
  fileprivate mutating func pass(through numbers: inout some NumberPassing) {
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
    var pairs = FlagCode.allCases.compactMap { code in
      figures[code].map { (code: code, value: $0) }
    }
    numbers.pass(&pairs, blank: (.manualShare, .zero)) {
      $0.pass(&$1.code)
      $0.pass(&$1.value)
    }
    figures = Dictionary(pairs.map { ($0.code, $0.value) }) { $1 }
  }
}

extension SourceContribution {
  fileprivate mutating func pass(through numbers: inout some NumberPassing) {
    numbers.pass(&source)
    numbers.pass(&contributed)
    numbers.pass(&covered)
    numbers.pass(&offered)
  }
}

import DaymarkModel
import DaymarkTestSupport
import Testing

struct SampleListTests {
  /// Enough for several chunks, times and sources mixed, each value once.
  private func samples() -> [Sample] {
    (0..<20_000).map { index in
      let scattered = index * 7919 % 20_000
      return Sample(
        start: Instant(seconds: Int64(scattered / 10)), end: Instant(seconds: 5000),
        value: Quantity(scattered), source: UInt16(scattered % 3), byte: index)
    }
  }

  private func visited(_ list: SampleList) -> [Sample] {
    var all: [Sample] = []
    list.visitInOrder { all.append($0) }
    return all
  }

  @Test func `cumulative samples come by source then start`() {
    let all = visited(SampleList(of: .steps, samples()))
    #expect(all.count == 20_000)
    let isAscending = zip(all, all.dropFirst()).allSatisfy { a, b in
      (Int(a.source), a.start.milliseconds, a.value.microUnits)
        < (Int(b.source), b.start.milliseconds, b.value.microUnits)
    }
    #expect(isAscending)
  }

  @Test func `heart rates come by start then source`() {
    let all = visited(SampleList(of: .heartRate, samples()))
    #expect(all.count == 20_000)
    let isAscending = zip(all, all.dropFirst()).allSatisfy { a, b in
      (a.start.milliseconds, Int(a.source), a.value.microUnits)
        < (b.start.milliseconds, Int(b.source), b.value.microUnits)
    }
    #expect(isAscending)
  }

  @Test func `filtering in order keeps the rest in order`() {
    var list = SampleList(of: .steps, samples())
    var seen = 0
    list.filterInOrder { sample in
      seen += 1
      return sample.value.microUnits % 2_000_000 == 0
    }
    #expect(seen == 20_000)
    #expect(list.count == 10_000)
    #expect(visited(list).map(\.source).prefix(3334).allSatisfy { $0 == 0 })
  }

  @Test(arguments: 1...6) func `runs of every length come in order, before and after filtering`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var samples: [Sample] = []
    while samples.count < 40_000 {
      let start = Int64.random(in: 0..<20_000, using: &random)
      let source = UInt16.random(in: 0..<3, using: &random)
      for second in 0..<Int64([1, 3, 200, 9000].randomElement(using: &random) ?? 1) {
        samples.append(
          Sample(
            start: Instant(seconds: start + second), end: Instant(seconds: 50_000),
            value: Quantity(samples.count), source: source))
      }
    }
    let expected = samples.sorted { a, b in
      (a.source, a.start.milliseconds, a.value.microUnits)
        < (b.source, b.start.milliseconds, b.value.microUnits)
    }.map(\.value)
    var list = SampleList(of: .steps, samples)
    #expect(visited(list).map(\.value) == expected)
    func isKept(_ value: Quantity) -> Bool { value.microUnits % 3_000_000 != 0 }
    list.filterInOrder { isKept($0.value) }
    #expect(visited(list).map(\.value) == expected.filter(isKept))
    // Before all of the others.
    list.append(Sample(start: Instant(seconds: -1), end: Instant(seconds: 1), value: Quantity(7)))
    #expect(visited(list).map(\.value) == [Quantity(7)] + expected.filter(isKept))
  }

  @Test func `lists join and change`() {
    var list = SampleList(of: .steps, samples().prefix(5))
    list.append(contentsOf: SampleList(of: .steps, samples().dropFirst(5)))
    list.append(contentsOf: SampleList(of: .steps))
    #expect(list.count == 20_000)
    list.update { $0.source = 9 }
    list.removeAll { $0.value == Quantity(7) }
    let all = visited(list)
    #expect(all.count == 19_999)
    #expect(all.allSatisfy { $0.source == 9 })
  }

  @Test func `the fields of a sample do not disturb each other`() {
    var sample = Sample(
      start: Instant(seconds: 1), end: Instant(seconds: 2), value: Quantity(3), source: 65_535,
      isUserEntered: true, input: 2047, line: 4, byte: 0xF_FFFF_FFFF)
    #expect(sample.source == 65_535 && sample.isUserEntered && sample.input == 2047)
    #expect(sample.byte == 0xF_FFFF_FFFF)
    sample.source = 0
    sample.input = 9999
    #expect(sample.source == 0 && sample.isUserEntered && sample.input == Sample.lastInput)
    sample.input = 0
    #expect(sample.input == 0 && sample.isUserEntered && sample.byte == 0xF_FFFF_FFFF)
    #expect(!Sample(start: sample.start, end: sample.end, value: .zero).isUserEntered)
  }
}

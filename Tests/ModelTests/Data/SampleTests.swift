import DaymarkModel
import Testing

struct SampleTests {
  @Test func `sample takes 40 bytes`() {
    #expect(MemoryLayout<Sample>.stride == 40)
  }

  @Test func `packed fields do not touch each other`() {
    var sample = Sample(
      start: Instant(milliseconds: 5), end: Instant(milliseconds: 9), value: Quantity(3),
      source: 0xFFFF, created: 7, isUserEntered: true, input: 5,
      line: 0x1_0000_0002, byte: 0xF_FFFF_FFFF)
    #expect(sample.source == 0xFFFF && sample.isUserEntered && sample.byte == 0xF_FFFF_FFFF)
    #expect(sample.line == 2 && sample.created == 7 && sample.duration == 4 && !sample.isInstant)
    #expect(sample.input == 5)
    sample.source = 0
    sample.input = 3000
    #expect(sample.input == Sample.lastInput)
    #expect(sample.source == 0 && sample.isUserEntered && sample.byte == 0xF_FFFF_FFFF)
    let plain = Sample(start: .init(milliseconds: 1), end: .init(milliseconds: 1), value: .zero)
    #expect(plain.isInstant && !plain.isUserEntered && plain.created == .max && plain.byte == 0)
  }
}

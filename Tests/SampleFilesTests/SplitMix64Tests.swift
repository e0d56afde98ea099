import DaymarkSampleFiles
import Testing

struct SplitMix64Tests {
  @Test func `the numbers of seed 0 are those of the published algorithm`() {
    // Vigna, splitmix64.c, seed 0; also in the test vectors of Java's SplittableRandom.
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
    #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(random.next() == 0x06C4_5D18_8009_454F)
  }

  @Test func `numbers stay in their range and reach both ends`() {
    var random = SplitMix64(seed: 1)
    let numbers = (0..<1000).map { _ in random.number(in: -2...3) }
    #expect(Set(numbers) == [-2, -1, 0, 1, 2, 3])
  }

  @Test func `shuffling keeps every element`() {
    var random = SplitMix64(seed: 2)
    let shuffled = random.shuffled(Array(0..<100))
    #expect(shuffled != Array(0..<100))
    #expect(shuffled.sorted() == Array(0..<100))
  }
}

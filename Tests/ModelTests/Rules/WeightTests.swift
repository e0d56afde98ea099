import DaymarkModel
import Testing

struct WeightTests {
  @Test func `no two weights are the same to the millionth`() throws {
    // The nearest neighbours are a/b and c/d with |ad - bc| = 1, and b and d as large as can be.
    var seen: [Quantity: Weight] = [:]
    for below in 1...999 {
      for above in stride(from: 1, through: 999, by: below > 900 ? 1 : 37) {
        let weight = try #require(Weight("\(above)/\(below)"))
        let known = seen.updateValue(weight, forKey: weight.toMillionths)
        #expect(known == nil || known == weight)
      }
    }
    #expect(Weight("2/3")?.toMillionths == Quantity(microUnits: 666_667))
    #expect(Weight("12.37")?.toMillionths == Quantity(microUnits: 12_370_000))
  }

  @Test func `a fraction is in lowest terms, if a rule can write it`() {
    #expect(Weight(4, over: 12) == Weight("1/3"))
    #expect(Weight(500, over: 2)?.description == "250/1")
    #expect(Weight(1, over: 1000) == nil && Weight(0, over: 3) == nil)
  }
}

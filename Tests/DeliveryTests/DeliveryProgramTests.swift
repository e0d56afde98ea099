import DaymarkDelivery
import Testing

struct DeliveryProgramTests {
  @Test func `each program has the name of its product`() {
    #expect(DeliveryProgram.allCases.map(\.rawValue) == ["daymark-courier", "daymark-intake"])
  }
}

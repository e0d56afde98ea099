/// The two programs that talk to a network.
package enum DeliveryProgram: String, Sendable, CaseIterable {
  /// Sends what a run wrote, and pays where a service asks for money.
  case courier = "daymark-courier"
  /// Receives evidence.
  case intake = "daymark-intake"
}

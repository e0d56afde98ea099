/// The two programs that talk to a network.
package enum DeliveryProgram: String, Sendable, CaseIterable {
  /// The program that sends the documents of a run, and pays where a service charges for them.
  case courier = "daymark-courier"
  /// The program that receives evidence.
  case intake = "daymark-intake"
}

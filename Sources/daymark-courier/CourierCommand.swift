import ArgumentParser
import DaymarkDelivery

@main
struct CourierCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: DeliveryProgram.courier.rawValue)
}

import ArgumentParser
import DaymarkDelivery

@main
struct IntakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: DeliveryProgram.intake.rawValue)
}

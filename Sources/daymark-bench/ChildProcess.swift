import ArgumentParser
import Subprocess
import SystemPackage

/// A command that is measured.
struct ChildProcess {
  private let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.arguments = [program] + arguments
  }

  /// Wall time on one core, its output thrown away.
  func secondsOnOneCore() async throws -> Double {
    let started = ContinuousClock.now
    _ = try await result(onOneCore, output: .discarded)
    return (ContinuousClock.now - started) / .seconds(1)
  }

  /// What it prints, run on one core.
  func linesOnOneCore() async throws -> [String] {
    let text = try await result(onOneCore, output: .string(limit: 1 << 20))
    return text.split(separator: "\n").map(String.init)
  }

  /// Runs it with its output in a file.
  func run(output path: String) async throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = try await result(
      arguments, output: .fileDescriptor(file, closeAfterSpawningProcess: true))
  }

  private var onOneCore: [String] { ["taskset", "-c", "0"] + arguments }

  private func result<Output: OutputProtocol>(
    _ command: [String], output: Output
  ) async throws -> Output.OutputType {
    let result = try await Subprocess.run(
      .name(command[0]), arguments: Arguments(Array(command.dropFirst())), output: output,
      error: .currentStandardError)
    guard result.terminationStatus.isSuccess else {
      throw ValidationError("\(arguments.joined(separator: " ")) failed.")
    }
    return result.standardOutput
  }
}

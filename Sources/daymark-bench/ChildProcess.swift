import ArgumentParser
import Foundation
import Subprocess
import SystemPackage

/// A command that the benchmarks run in a process of its own and measure.
struct ChildProcess {
  private let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.arguments = [program] + arguments
  }

  /// Whether a program is in one of the folders of `PATH`.
  static func isHere(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Runs the command and discards its output.
  func run() async throws { _ = try await result(arguments, output: .discarded) }

  /// Runs the command and returns its peak of memory, or that of a process that it started, in MB.
  func peakMegabytes() async throws -> Double {
    let bench = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let text = try await result([bench, "peak"] + arguments, output: .string(limit: 1 << 10))
    guard let peak = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ValidationError("A measured process did not finish.")
    }
    return peak
  }

  /// Runs the command on one core and returns the elapsed time, in seconds.
  func secondsOnOneCore() async throws -> Double {
    let started = ContinuousClock.now
    _ = try await result(onOneCore, output: .discarded)
    return (ContinuousClock.now - started) / .seconds(1)
  }

  /// Runs the command and returns two times in seconds.
  ///
  /// `wall` is the elapsed time, and `processor` the processor time of the command and of all
  /// processes that it started.
  func seconds() async throws -> (wall: Double, processor: Double) {
    let (started, before) = (ContinuousClock.now, Self.childrenSeconds)
    _ = try await result(arguments, output: .discarded)
    return ((ContinuousClock.now - started) / .seconds(1), Self.childrenSeconds - before)
  }

  /// Runs the command and returns the processor time of it and of all processes that it started, in
  /// seconds.
  func processorSeconds() async throws -> Double { try await seconds().processor }

  /// The processor time of all children of this process that have ended, in seconds.
  private static var childrenSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// Runs the command on one core and returns the lines that it prints.
  func linesOnOneCore() async throws -> [String] {
    let text = try await result(onOneCore, output: .string(limit: 1 << 20))
    return text.split(separator: "\n").map(String.init)
  }

  /// Runs the command and writes its output to a file.
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
    let program = command[0]
    let result = try await Subprocess.run(
      program.contains("/") ? .path(FilePath(program)) : .name(program),
      arguments: Arguments(Array(command.dropFirst())), output: output,
      error: .currentStandardError)
    guard result.terminationStatus.isSuccess else {
      throw ValidationError("\(arguments.joined(separator: " ")) failed.")
    }
    return result.standardOutput
  }
}

import ArgumentParser
import Foundation
import Subprocess
import SystemPackage

/// A command that is measured.
struct ChildProcess {
  private let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.arguments = [program] + arguments
  }

  /// Whether a program is on the path.
  static func isHere(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Runs it, its output thrown away.
  func run() async throws { _ = try await result(arguments, output: .discarded) }

  /// The most memory that it or a process of its own had, in MB, its output thrown away.
  func peakMegabytes() async throws -> Double {
    let bench = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let text = try await result([bench, "peak"] + arguments, output: .string(limit: 1 << 10))
    guard let peak = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ValidationError("A measured process did not finish.")
    }
    return peak
  }

  /// Wall time on one core, its output thrown away.
  func secondsOnOneCore() async throws -> Double {
    let started = ContinuousClock.now
    _ = try await result(onOneCore, output: .discarded)
    return (ContinuousClock.now - started) / .seconds(1)
  }

  /// Wall time, and processor time of it and of what it has started, its output thrown away.
  func seconds() async throws -> (wall: Double, processor: Double) {
    let (started, before) = (ContinuousClock.now, Self.childrenSeconds)
    _ = try await result(arguments, output: .discarded)
    return ((ContinuousClock.now - started) / .seconds(1), Self.childrenSeconds - before)
  }

  /// Processor time of it and of what it has started, its output thrown away.
  func processorSeconds() async throws -> Double { try await seconds().processor }

  /// Processor time of all processes that have been waited for.
  private static var childrenSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
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

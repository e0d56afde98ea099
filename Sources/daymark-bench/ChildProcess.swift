import ArgumentParser
import Foundation

/// A command that is measured.
struct ChildProcess {
  private let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.arguments = [program] + arguments
  }

  /// Wall time on one core, its output thrown away.
  func secondsOnOneCore() throws -> Double {
    let started = ContinuousClock.now
    try launch(["taskset", "-c", "0"] + arguments, output: FileHandle.nullDevice)
    return (ContinuousClock.now - started) / .seconds(1)
  }

  /// What it prints, run on one core.
  func linesOnOneCore() throws -> [String] {
    let pipe = Pipe()
    let process = try start(["taskset", "-c", "0"] + arguments, output: pipe)
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    try wait(process)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Runs it with its output in a file.
  func run(output path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw ValidationError("Cannot write \(path).")
    }
    try launch(arguments, output: file)
  }

  private func launch(_ command: [String], output: Any) throws {
    try wait(start(command, output: output))
  }

  private func start(_ command: [String], output: Any) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    try process.run()
    return process
  }

  private func wait(_ process: Process) throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ValidationError("\(arguments.joined(separator: " ")) failed.")
    }
  }
}

import Foundation
import Subprocess
import SystemPackage

/// The built `daymark`, run as a person would run it.
package struct Program: Sendable {
  /// What it left behind.
  package struct Outcome: Sendable {
    package var output: String
    package var errors: String
    /// 128 and the signal's number when a signal ended it, as a shell says it.
    package var exitCode: Int32
  }

  package var folder: String
  package var environment: [String: String]

  /// - Parameters:
  ///   - folder: Where it runs; paths that it is given and prints are relative to this.
  ///   - environment: Goes before the test's own.
  package init(in folder: String = packageFolder, environment: [String: String] = [:]) {
    self.folder = folder
    self.environment = environment
  }

  /// The program in a folder, where scripts find it as `daymark`.
  package static func onPath(in folder: String, environment: [String: String] = [:]) -> Program {
    let programs = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let searched = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = ["PATH": "\(programs):\(searched)"].merging(environment) { $1 }
    return Program(in: folder, environment: variables)
  }

  /// Runs it to its end.
  ///
  /// Neither output nor errors is a terminal, and its input is empty.
  package func run(_ arguments: String...) async throws -> Outcome {
    try await run(arguments)
  }

  /// Runs it to its end.
  ///
  /// - Parameter meanwhile: Is given the program while it runs. Both come to their end.
  package func run(
    _ arguments: [String], meanwhile: (RunningProgram) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await run(Program.path, arguments, meanwhile: meanwhile)
  }

  /// Runs a script.
  package func shell(_ script: String) async throws -> Outcome {
    try await run("/bin/sh", ["-c", script]) { _ in }
  }

  private func run(
    _ path: String, _ arguments: [String], meanwhile: (RunningProgram) async throws -> Void
  ) async throws -> Outcome {
    // Files, so that no full pipe makes it wait, and what it has said so far can be read.
    let scratch = try ScratchFolder()
    let (output, errors) = ("\(scratch.path)/output", "\(scratch.path)/errors")
    // The width of whoever runs the tests is not that of what they expect.
    let own: [String: String?] = ["COLUMNS": nil]
    let variables = own.merging(environment) { $1 }.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }
    let configuration = Configuration(
      executable: .path(FilePath(path)), arguments: Arguments(arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
      workingDirectory: FilePath(folder))
    let result = try await ProgramSlots.shared.withSlot {
      try await Subprocess.run(
        configuration, input: .none, output: .file(output), error: .file(errors)
      ) { execution in
        let identifier = execution.processIdentifier.value
        try await meanwhile(RunningProgram(identifier: identifier, errorFile: errors))
      }
    }
    let exitCode =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(output: text(of: output), errors: text(of: errors), exitCode: exitCode)
  }

  /// Beside the test bundle, in whose process this runs.
  package static let path: String = {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("daymark").path
  }()
}

/// The folder of `Package.swift`.
package let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path

/// A program that has been started and is waited for.
package struct RunningProgram: Sendable {
  /// The number of its process.
  package let identifier: Int32
  fileprivate let errorFile: String

  /// Ends it at once, whatever it is doing.
  ///
  /// Does nothing to one that has ended by itself.
  package func kill() { send(SIGKILL) }

  /// Sends it a signal.
  package func send(_ signal: Int32) { _ = Foundation.kill(identifier, signal) }

  /// The processes that it has started.
  package var children: [Int32] { processes(startedBy: identifier) }

  /// What it has said on standard error so far.
  package var errors: String { text(of: errorFile) }
}

private func processes(startedBy process: Int32) -> [Int32] {
  let threads =
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
  let children = threads.flatMap { thread in
    text(of: "/proc/\(process)/task/\(thread)/children").split(separator: " ")
      .compactMap { Int32($0) }
  }
  return children + children.flatMap(processes(startedBy:))
}

private func text(of file: String) -> String {
  let data = try? Data(contentsOf: URL(fileURLWithPath: file))
  return String(decoding: data ?? Data(), as: UTF8.self)
}

extension OutputProtocol where Self == FileDescriptorOutput {
  /// A file, made anew.
  fileprivate static func file(_ path: String) throws -> Self {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: .ownerReadWrite)
    return .fileDescriptor(file, closeAfterSpawningProcess: true)
  }
}

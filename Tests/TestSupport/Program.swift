import Foundation

/// The built `daymark`, run as a person would run it.
public struct Program: Sendable {
  /// What it left behind.
  public struct Outcome: Sendable {
    public var output: String
    public var errors: String
    /// 128 and the signal's number when a signal ended it, as a shell says it.
    public var exitCode: Int32
  }

  public var folder: String
  public var environment: [String: String]

  /// - Parameters:
  ///   - folder: Where it runs; paths that it is given and prints are relative to this.
  ///   - environment: Goes before the test's own.
  public init(in folder: String = packageFolder, environment: [String: String] = [:]) {
    self.folder = folder
    self.environment = environment
  }

  /// The program in a folder, where scripts find it as `daymark`.
  public static func onPath(in folder: String, environment: [String: String] = [:]) -> Program {
    let programs = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let searched = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = ["PATH": "\(programs):\(searched)"].merging(environment) { $1 }
    return Program(in: folder, environment: variables)
  }

  /// Runs it to its end.
  ///
  /// Neither output nor errors is a terminal.
  public func run(_ arguments: String...) async throws -> Outcome {
    try await start(Program.path, arguments).outcome()
  }

  public func run(_ arguments: [String]) async throws -> Outcome {
    try await start(Program.path, arguments).outcome()
  }

  /// Runs a script.
  public func shell(_ script: String) async throws -> Outcome {
    try await start("/bin/sh", ["-c", script]).outcome()
  }

  public func start(_ arguments: [String]) throws -> RunningProgram {
    try start(Program.path, arguments)
  }

  private func start(_ path: String, _ arguments: [String]) throws -> RunningProgram {
    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { $1 }
    return try RunningProgram(path, arguments, in: folder, environment: variables)
  }

  /// Beside the test bundle, in whose process this runs.
  public static let path: String = {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("daymark").path
  }()
}

/// The folder of `Package.swift`.
public let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path

/// A program that has been started.
public final class RunningProgram: Sendable {
  private let scratch: URL
  private let identifier: Int32
  private let ended: Task<Int32, Never>

  fileprivate init(
    _ path: String, _ arguments: [String], in folder: String, environment: [String: String]
  ) throws {
    // Files, so that no full pipe makes it wait.
    scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-output-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let output = try Self.file(scratch.appendingPathComponent("output"))
    let errors = try Self.file(scratch.appendingPathComponent("errors"))
    // The program has them by then, and `Process` would keep them open: past 1024 open files Foundation
    // no longer hears of any program's end.
    defer { for file in [output, errors] { try? file.close() } }
    process.standardOutput = output
    process.standardError = errors
    let (codes, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let status = process.terminationStatus
      continuation.yield(process.terminationReason == .exit ? status : 128 + status)
      continuation.finish()
    }
    try process.run()
    identifier = process.processIdentifier
    ended = Task { await codes.first { _ in true } ?? -1 }
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  private static func file(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  /// Ends it at once, whatever it is doing.
  public func kill() { _ = Foundation.kill(identifier, SIGKILL) }

  /// What it has said on standard error so far.
  public var errors: String { text("errors") }

  public func outcome() async -> Program.Outcome {
    let code = await ended.value
    return Program.Outcome(output: text("output"), errors: text("errors"), exitCode: code)
  }

  private func text(_ name: String) -> String {
    let data = try? Data(contentsOf: scratch.appendingPathComponent(name))
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}

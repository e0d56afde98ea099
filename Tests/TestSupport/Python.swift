import Foundation
package import Testing

/// The Python of the machine, or that of `DAYMARK_PYTHON`, for tests that hold what is written against what
/// other programs read.
package enum Python {
  /// Why a test with it is skipped.
  package static let hint: Comment =
    "needs Python with packages: set DAYMARK_PYTHON to that of a virtual environment that has them"

  private static let program = ProcessInfo.processInfo.environment["DAYMARK_PYTHON"] ?? "python3"

  /// Whether it has some packages.
  package static func reads(_ packages: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, "-c", packages.map { "import \($0)" }.joined(separator: ";")]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Runs a script in a folder.
  package static func run(_ script: String, in folder: String) async throws -> Program.Outcome {
    let file = "\(folder)/script.py"
    try Data(script.utf8).write(to: URL(fileURLWithPath: file))
    return try await Program(in: folder).shell("\(program) script.py")
  }
}

import DaymarkTestSupport
import Foundation

/// An empty folder in which `samples`, `pipelines` and `programmes` are the project's and `daymark` is the program,
/// so that what is printed names no path of this machine.
struct ProjectFolder: ~Copyable {
  let scratch: ScratchFolder
  let program: Program

  init(environment: [String: String] = [:]) throws {
    let scratch = try ScratchFolder()
    for name in ["samples", "pipelines", "programmes"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/\(name)", withDestinationPath: "\(packageFolder)/\(name)")
    }
    program = .onPath(in: scratch.path, environment: environment)
    self.scratch = scratch
  }

  var path: String { scratch.path }
}

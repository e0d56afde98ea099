import DaymarkConfiguration
import DaymarkModel
import Foundation

// The programs of the page "Use Daymark from Swift", one after the other. It is called in the folder of
// the package, with a folder for what it writes:
//
//     swift run --package-path Tests/Client client out

let arguments = CommandLine.arguments
guard arguments.count == 2 else {
  print("usage: client FOLDER")
  exit(64)
}
let pipeline = "pipelines/ten-thousand-steps"
do {
  try await run(pipeline, into: arguments[1])
  try check(
    "\(arguments[1])/steps-2025-09", against: pipeline,
    archives: ["anna", "ben", "clara"].map { "samples/challenge/\($0)/input/export.zip" })
  try printDays(of: "samples/apple-health/phone-and-watch/input/export.zip")
} catch {
  print(lines(of: error).joined(separator: "\n"))
  exit(2)
}

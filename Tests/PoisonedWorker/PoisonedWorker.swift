import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import Foundation

/// A worker that knows one more kind of archive: those that harm their reader.
@main
struct PoisonedWorker {
  nonisolated(unsafe) static var isTurned = false

  static func main() throws {
    var options = WorkerOptions()
    var arguments = CommandLine.arguments.dropFirst(2).filter { $0 != "--readers" }[...]
    options.makesReaders = CommandLine.arguments.contains("--readers")
    while let name = arguments.popFirst(), let value = arguments.popFirst() {
      switch name {
      case "--parent": options.parent = Int32(value)
      default: options.memoryBytes = UInt64(value)
      }
    }
    // Time for whoever ends or freezes it while it reads.
    let delay = ProcessInfo.processInfo.environment["DAYMARK_POISON_DELAY"].flatMap(Double.init)
    try work(options) { job, progress in
      // What was read of the first is said of all others.
      if isTurned { throw DaymarkError(.archiveUnrecognised) }
      if let delay { Thread.sleep(forTimeInterval: delay) }
      for archive in job.archives {
        Poison(ofArchiveAt: archive.path, in: job.parameters.options.files)?.act()
      }
      return try readAggregates(job, progress: progress)
    }
  }
}

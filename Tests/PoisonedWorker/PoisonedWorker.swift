import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import Foundation

/// A worker that knows one more kind of archive: those that harm their reader.
@main
struct PoisonedWorker {
  static func main() throws {
    var options = WorkerOptions()
    var arguments = CommandLine.arguments.dropFirst(2)
    while let name = arguments.popFirst(), let value = arguments.popFirst() {
      switch name {
      case "--parent": options.parent = Int32(value)
      case "--memory": options.memoryBytes = UInt64(value)
      default: options.folders.append(value)
      }
    }
    // Time for whoever ends or freezes it while it reads.
    let delay = ProcessInfo.processInfo.environment["DAYMARK_POISON_DELAY"].flatMap(Double.init)
    try serveReadings(options) { job, progress in
      if let delay { Thread.sleep(forTimeInterval: delay) }
      for archive in job.archives { Poison(ofArchiveAt: archive.path)?.act() }
      return try readAggregates(job, progress: progress)
    }
  }
}

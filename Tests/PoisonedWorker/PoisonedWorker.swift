import CDaymarkProbes
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
    options.makesReaders = CommandLine.arguments.contains("--readers")
    options.namesCalls = CommandLine.arguments.contains("--names-calls")
    var arguments = CommandLine.arguments.dropFirst(2).filter {
      $0 != "--readers" && $0 != "--names-calls"
    }[...]
    while let name = arguments.popFirst(), let value = arguments.popFirst() {
      switch name {
      case "--parent": options.parent = Int32(value)
      default: options.memoryBytes = UInt64(value)
      }
    }
    // Time for whoever ends or freezes it while it reads.
    let delay = ProcessInfo.processInfo.environment["DAYMARK_POISON_DELAY"].flatMap(Double.init)
    let probe = ProcessInfo.processInfo.environment["DAYMARK_POISON_PROBE"].flatMap(Int32.init)
    try work(options) { job, progress in
      if let probe { _ = daymark_probe(probe) }
      // What was read of the first is said of all others.
      if isTurned { throw DaymarkError(.archiveUnrecognised) }
      if let delay { Thread.sleep(forTimeInterval: delay) }
      for archive in job.archives {
        let name = Poison.name(ofArchiveAt: archive.path, in: job.parameters.options.files)
        if let name { Poison.act(name) }
      }
      return try readAggregates(job, progress: progress)
    }
  }
}

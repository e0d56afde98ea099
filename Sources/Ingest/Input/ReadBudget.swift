import DaymarkModel
import Synchronization

/// The amounts that one subject's archives have used of their common limits, over all inputs,
/// documents and nested archives.
///
/// Many small pieces therefore cost no more than one large one. It can be used by any thread.
package final class ReadBudget: Sendable {
  let limits: ReadLimits
  /// The operator's tables that are workout logs.
  ///
  /// Like the limits, they are available wherever documents are recognized.
  let tables: [LogTable]
  /// The operator's tables that are session logs.
  let sessionTables: [SessionTable]
  /// The access to files.
  let files: any InputFiles
  /// The size from which documents are worth a thread; `nil` for no threads.
  let largeBytes: Int64?
  private let spent = Mutex(Spent())

  private struct Spent {
    var taken: [ReadLimit: Int] = [:]
    /// The total size of the inputs that were begun.
    var inputBytes = 0
    var unpackedBytes = 0
  }

  /// Makes an unused budget.
  package convenience init(_ options: ReadOptions) {
    self.init(
      options.limits, tables: options.tables, sessionTables: options.sessionTables,
      largeBytes: options.isCareful ? nil : options.largeBytes, files: options.files)
  }

  init(
    _ limits: ReadLimits, tables: [LogTable] = [], sessionTables: [SessionTable] = [],
    largeBytes: Int64? = nil, files: any InputFiles = SystemFiles()
  ) {
    (self.tables, self.sessionTables, self.files) = (tables, sessionTables, files)
    self.largeBytes = largeBytes
    var limits = limits
    // Sources and units have numbers of two bytes.
    limits.names = min(limits.names, Int(UInt16.max))
    self.limits = limits
  }

  /// Begins an input, which may be decompressed to a multiple of its size.
  func begin(inputOf bytes: Int64) {
    spent.withLock { $0.inputBytes += Int(clamping: bytes) }
  }

  /// Uses an amount.
  ///
  /// - Throws: `archive.limit` where less is left.
  func spend(
    _ amount: Int, of limit: ReadLimit, at place: @autoclosure () -> InputLocation
  ) throws {
    let sum = spent.withLock { spent in
      let sum = spent.taken[limit, default: 0] + amount
      spent.taken[limit] = sum
      return sum
    }
    if let most = limits[limit], sum > most {
      throw DaymarkError(.archiveLimit, at: place(), limit: limit, most)
    }
  }

  /// Returns an amount that is no longer used.
  func refund(_ amount: Int, of limit: ReadLimit) {
    spent.withLock { $0.taken[limit, default: 0] -= amount }
  }

  /// Counts decompressed bytes for any purpose.
  ///
  /// - Throws: `archive.limit` where they are too many for the size of the inputs.
  func unpack(_ bytes: Int, at place: InputLocation) throws {
    let isTooMuch = spent.withLock { spent in
      spent.unpackedBytes += bytes
      // A single document that is too large was already left out.
      return spent.unpackedBytes > 4 * limits.ratioFloorBytes
        && spent.unpackedBytes / max(1, spent.inputBytes) > limits.inputRatio
    }
    guard isTooMuch else { return }
    throw DaymarkError(.archiveLimit, at: place, limit: .inputRatio, limits.inputRatio)
  }

  /// Uses the records and memory of a batch.
  ///
  /// - Throws: The errors of ``spend(_:of:at:)``.
  func spend(_ batch: RecordBatch, at place: @autoclosure () -> InputLocation) throws {
    try spend(batch.count, of: .records, at: place())
    try spend(batch.memoryBytes, of: .memoryBytes, at: place())
  }
}

extension RecordBatch {
  /// The approximate memory that the items take after normalizing.
  fileprivate var memoryBytes: Int {
    let sample = MemoryLayout<Sample>.stride
    return records.count * sample + totals.count * MemoryLayout<DayTotal>.stride
      + bodyWeights.count * MemoryLayout<BodyWeight>.stride
      + statedDays.count * MemoryLayout<StatedDay>.stride
      // Each set is packed while it waits for the zone, and then stored again in its final form.
      + sets.count * 32
      + activities.reduce(0) { sum, activity in
        // A point becomes a sample of each metric that it has.
        let samples = activity.track.reduce(0) {
          $0 + ($1.distance == nil ? 0 : 1) + ($1.heartRate == nil ? 0 : 1)
        }
        return sum + MemoryLayout<Activity>.stride + samples * sample
          + activity.track.count * MemoryLayout<TrackPoint>.stride
          + activity.sets.count * MemoryLayout<StrengthSet>.stride
      }
  }
}

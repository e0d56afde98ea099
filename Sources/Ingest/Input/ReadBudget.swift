import DaymarkModel
import Synchronization

/// The amounts that one subject's archives have taken of the limits that they share: over all inputs,
/// documents, and archives inside archives.
///
/// So many small pieces cost no more than one large one. Any thread may take of it.
package final class ReadBudget: Sendable {
  let limits: ReadLimits
  /// The tables that are workout logs, too: like the limits they go to whatever looks at a document.
  let tables: [LogTable]
  /// The same of session logs.
  let sessionTables: [SessionTable]
  /// Opens the inputs.
  let files: any InputFiles
  /// The size from which on documents are worth a thread; `nil` for none.
  let largeBytes: Int64?
  private let spent = Mutex(Spent())

  private struct Spent {
    var taken: [ReadLimit: Int] = [:]
    /// Bytes of the inputs that were begun.
    var inputBytes = 0
    var unpackedBytes = 0
  }

  /// Makes a budget of which nothing is taken.
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
    // Sources and units are numbered in two bytes.
    limits.names = min(limits.names, Int(UInt16.max))
    self.limits = limits
  }

  /// Begins an input, which may unpack to a multiple of its size.
  func begin(inputOf bytes: Int64) {
    spent.withLock { $0.inputBytes += Int(clamping: bytes) }
  }

  /// Uses up an amount.
  ///
  /// - Throws: `archive.limit` when there is less left.
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

  /// Counts decompressed bytes, whatever they are for.
  ///
  /// - Throws: `archive.limit` when they are too many for so small inputs.
  func unpack(_ bytes: Int, at place: InputLocation) throws {
    let isTooMuch = spent.withLock { spent in
      spent.unpackedBytes += bytes
      // A single document that is too much is left out alone before.
      return spent.unpackedBytes > 4 * limits.ratioFloorBytes
        && spent.unpackedBytes / max(1, spent.inputBytes) > limits.inputRatio
    }
    guard isTooMuch else { return }
    throw DaymarkError(.archiveLimit, at: place, limit: .inputRatio, limits.inputRatio)
  }

  /// Uses up what a batch adds to the records, and to the memory of a subject.
  ///
  /// - Throws: As ``spend(_:of:at:)``.
  func spend(_ batch: RecordBatch, at place: @autoclosure () -> InputLocation) throws {
    try spend(batch.count, of: .records, at: place())
    try spend(batch.memoryBytes, of: .memoryBytes, at: place())
  }
}

extension RecordBatch {
  /// The memory that its items take once they are normalised, about.
  fileprivate var memoryBytes: Int {
    let sample = MemoryLayout<Sample>.stride
    return records.count * sample + totals.count * MemoryLayout<DayTotal>.stride
      + bodyWeights.count * MemoryLayout<BodyWeight>.stride
      + statedDays.count * MemoryLayout<StatedDay>.stride
      // Packed with its place while it waits for the zone, and once more as what it becomes.
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

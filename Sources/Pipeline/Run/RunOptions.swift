import DaymarkConfiguration
package import DaymarkIngest
public import DaymarkModel

/// The options of a run: how and where.
///
/// No verdict depends on them, `asOf` apart.
public struct RunOptions: Sendable {
  /// The folder that outputs go to; made when it is not there.
  public var outputFolder: String
  /// `daymark.sqlite` in the output folder when `nil`.
  public var storePath: String?
  /// Goes before the pipeline's own.
  ///
  /// Where neither is given, `now` serves, and a stored verdict stands as long as its outcome,
  /// reasons and phase would be the same.
  public var asOf: Instant?
  /// The clock, read once by the caller.
  public var now: Instant
  /// The most subjects in work at a time; at least 1.
  ///
  /// Memory is that of so many subjects.
  public var jobs = 1
  /// The options for reading inputs.
  package var reading = ReadOptions()
  /// Where archives are read.
  package var readers = Readers.inProcess
  /// The permissions of what it writes.
  package var fileMode = FileMode.ownerOnly
  /// Whether `verdicts.csv` has the figures that people reached.
  package var showsValues = false
  /// Whether it waits for another run on the same store or folder.
  public var waits = true

  /// The folder of readings that shards or a cluster wrote; archives are not looked at then.
  ///
  /// Where the pipeline names no subjects, they are those of the readings.
  package var readingsFolder: String?
  /// Whether a run that finds documents of an earlier one and no book begins a new book.
  package var beginsNewBook = false
  /// The most subjects that are decided and not yet durable.
  package var mostUnwritten = 32

  public init(outputFolder: String, now: Instant) {
    (self.outputFolder, self.now) = (outputFolder, now)
  }
}

/// The store of a run for which nobody named another.
package func defaultStorePath(inOutputFolder folder: String) -> String {
  "\(folder)/\(RunFile.store.rawValue)"
}

/// The options of reading.
///
/// - Parameters:
///   - showsNames: Whether names that hold an address may be seen.
///   - isCareful: Whether Health exports are read by the parser of all XML alone.
package func readOptions(showsNames: Bool, isCareful: Bool = false) -> ReadOptions {
  var options = ReadOptions(showsNames: showsNames)
  options.isCareful = isCareful
  return options
}

/// The options of reading, with the tables that a `columns.yaml` makes workout logs.
///
/// - Parameter limits: Those on hostile archives that are other than usual.
/// - Throws: `ConfigurationError` with every error of the file.
package func readOptions(
  showsNames: Bool, isCareful: Bool = false, columns path: String?, limits: [ReadLimit: Int] = [:]
) throws -> ReadOptions {
  var options = readOptions(showsNames: showsNames, isCareful: isCareful).setting(limits)
  if let path { try options.use(columns: loadOperatorFile(.columns, at: path)) }
  return options
}

extension ReadOptions {
  /// Takes the tables that a `columns.yaml` describes.
  ///
  /// - Throws: `ConfigurationError` with every error of the file.
  mutating func use(columns file: OperatorFile) throws {
    (tables, sessionTables) = (try loadColumns(in: file), try loadSessionTables(in: file))
  }
}

/// ``ReadOptions`` for programs, which know the pipeline alone.
package typealias ArchiveOptions = ReadOptions

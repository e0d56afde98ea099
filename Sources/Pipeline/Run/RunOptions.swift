import DaymarkConfiguration
package import DaymarkIngest
public import DaymarkModel

/// The options of a run that are not part of the pipeline.
///
/// No verdict depends on them, except on `asOf`.
public struct RunOptions: Sendable {
  /// The folder for outputs, which is made if it does not exist.
  public var outputFolder: String
  /// The path of the store; `nil` for `daymark.sqlite` in the output folder.
  public var storePath: String?
  /// The instant that verdicts are for, which has precedence over the pipeline's.
  ///
  /// Where neither states one, `now` is used, and a stored verdict is reused as long as its
  /// outcome, reasons and phase would be the same.
  public var asOf: Instant?
  /// The present instant, read once by the caller.
  public var now: Instant
  /// The largest number of subjects that are processed at a time, at least 1.
  ///
  /// The memory needed is that of as many subjects.
  public var jobs = 1
  /// The options for reading inputs.
  package var reading = ReadOptions()
  /// The place where archives are read: in this process or in processes of their own.
  package var readers = Readers.inProcess
  /// The permissions of the files that the run writes.
  package var fileMode = FileMode.ownerOnly
  /// Whether `verdicts.csv` contains the subjects' figures.
  package var showsValues = false
  /// Whether the run waits for another run on the same store or folder.
  public var waits = true

  /// The folder of readings that shards or a cluster wrote; `nil` to read the archives.
  ///
  /// With a folder the archives are not looked at. Where the pipeline names no subjects, the run
  /// has those of the readings.
  package var readingsFolder: String?
  /// Whether a run that finds documents of an earlier run and no book begins a new book.
  package var beginsNewBook = false
  /// The largest number of subjects that are decided and not yet durable.
  package var mostUnwritten = 32

  public init(outputFolder: String, now: Instant) {
    (self.outputFolder, self.now) = (outputFolder, now)
  }
}

/// Returns the path of the store where the caller names none.
package func defaultStorePath(inOutputFolder folder: String) -> String {
  "\(folder)/\(RunFile.store.rawValue)"
}

/// Makes the options for reading.
///
/// - Parameters:
///   - showsNames: Whether names that contain a participant's address may be shown.
///   - isCareful: Whether Health exports are read with the full XML parser only.
package func readOptions(showsNames: Bool, isCareful: Bool = false) -> ReadOptions {
  var options = ReadOptions(showsNames: showsNames)
  options.isCareful = isCareful
  return options
}

/// Makes the options for reading, with the tables that a `columns.yaml` describes as workout logs.
///
/// - Parameters:
///   - limits: The limits on hostile archives that differ from the defaults.
///   - readsSleep: Whether sleep is read, too.
/// - Throws: `ConfigurationError` with all errors in the file.
package func readOptions(
  showsNames: Bool, isCareful: Bool = false, columns path: String?,
  limits: [ReadLimit: Int] = [:], readsSleep: Bool = false
) throws -> ReadOptions {
  var options = readOptions(showsNames: showsNames, isCareful: isCareful).setting(limits)
  options.readsSleep = readsSleep
  if let path { try options.use(columns: loadOperatorFile(.columns, at: path)) }
  return options
}

extension ReadOptions {
  /// Adds the tables that a `columns.yaml` describes.
  ///
  /// - Throws: `ConfigurationError` with all errors in the file.
  mutating func use(columns file: OperatorFile) throws {
    (tables, sessionTables) = (try loadColumns(in: file), try loadSessionTables(in: file))
  }
}

/// Another name of ``ReadOptions``, for programs that import only the pipeline.
package typealias ArchiveOptions = ReadOptions

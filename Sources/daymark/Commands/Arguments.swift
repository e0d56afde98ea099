import ArgumentParser
import DaymarkConfiguration
package import DaymarkModel
import DaymarkPipeline
import Foundation

/// Parses the values of options, with messages that state the expected form.
enum OptionText {
  static func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(rfc3339: text) else {
      throw ValidationError("expected an instant such as 2025-10-01T00:00:00Z")
    }
    return instant
  }

  /// Parses a text for people, on one line.
  static func line(_ text: String) throws -> String {
    let line = text.trimmingCharacters(in: .whitespaces)
    guard !line.isEmpty, line.count <= 1000, !line.unicodeScalars.contains(where: \.isNoText) else {
      throw ValidationError("expected a text on one line, of at most 1000 characters")
    }
    return line
  }

  static func outcome(_ text: String) throws -> Outcome {
    guard let outcome = Outcome(rawValue: text) else {
      throw ValidationError("expected pass, fail or undetermined")
    }
    return outcome
  }

  static func day(_ text: String) throws -> CivilDay {
    guard let day = CivilDay(text) else {
      throw ValidationError("expected a date that exists, such as 2025-09-30")
    }
    return day
  }

  static func period(_ text: String) throws -> Period {
    guard let period = daysPeriod(text) else {
      throw ValidationError("expected a first and a last day, such as 2025-09-01..2025-09-30")
    }
    return period
  }

  static func shard(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw ValidationError("expected a shard and how many there are, such as 3/16; the first is 1")
    }
    return shard
  }

  static func changeBase(_ text: String) throws -> ChangeBase {
    if let number = Int64(text) { return .run(number) }
    guard let instant = Instant(rfc3339: text) else {
      throw ValidationError(
        "expected the number of a run, or an instant such as 2025-10-01T00:00:00Z")
    }
    return .instant(instant)
  }

  static func fileMode(_ text: String) throws -> FileMode {
    guard let mode = FileMode(octal: text) else {
      throw ValidationError("expected octal digits such as 0600, 0640 or 0644")
    }
    return mode
  }

  static func metric(_ text: String) throws -> Metric {
    guard let metric = Metric(id: text) else {
      throw ValidationError(
        "expected a metric: " + Metric.allCases.map(\.id).joined(separator: ", "))
    }
    return metric
  }

  static func limit(_ text: String) throws -> (ReadLimit, Int) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let limit = ReadLimit(rawValue: String(parts[0])),
      ReadLimit.settable.contains(limit), let most = Int(parts[1]), most > 0
    else {
      throw ValidationError(
        "expected a limit and a whole number, such as entries=300000; the limits are "
          + ReadLimit.settable.map(\.rawValue).joined(separator: ", "))
    }
    return (limit, most)
  }

  static func sport(_ text: String) throws -> ActivityKind {
    guard let kind = ActivityKind(rawValue: text) else {
      let kinds = ActivityKind.sports.map(\.rawValue)
      throw ValidationError("expected one of \(kinds.joined(separator: ", "))")
    }
    return kind
  }

  static func zone(_ text: String) throws -> Zone {
    guard let zone = Zone(name: text) else {
      throw ValidationError("expected a zone such as Europe/Berlin, or UTC")
    }
    return zone
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line, controls a terminal, or stands for a byte that is no UTF-8.
  fileprivate var isNoText: Bool {
    if systemByte != nil { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension ManualEntryPolicy: ExpressibleByArgument {}
extension OneRepetitionFormula: ExpressibleByArgument {}
extension LoadUnit: ExpressibleByArgument {}
extension Sex: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}

/// The output formats of most commands: text for people or JSON for programs.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// The output formats of commands that print a table.
enum TableFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json
}

/// The arguments of commands that read archives outside a pipeline.
struct ArchiveArguments: ParsableArguments {
  @Argument(
    help: "Archives of one subject: export.zip, a compressed or plain document, or a folder.",
    completion: .file())
  var archives: [String]

  @Option(
    help: "The time zone of the days, such as Europe/Berlin. Default: inferred from the archives.",
    transform: OptionText.zone)
  var zone: Zone?

  @Option(
    help: """
      A source to prefer: its name, in which * stands for any text, or PROVIDER:NAME, or its kind, \
      such as apple.phone; the best first. Can be repeated.
      """)
  var sourcePriority: [String] = []

  @Option(help: "What to do with values typed in by hand.")
  var manualEntries = ManualEntryPolicy.exclude

  @Option(help: "The unit of loads in workout logs that do not say it.")
  var loadUnit: LoadUnit?

  @Option(
    help: "The order of day and month in dates such as 3/4/2026, where workout logs do not say it.")
  var dateOrder: DateOrder?

  @Option(
    help: "The sport, such as run, of sessions whose files state no known sport.",
    transform: OptionText.sport)
  var sport: ActivityKind?

  @Option(help: "A file that says what the columns of other tables mean: columns.yaml.")
  var columns: String?

  @Option(
    help: "The latest plausible time, for archives that state no export date (RFC 3339).",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(
    name: .customLong("limit"),
    help: """
      Another value of a limit on hostile archives: entries=300000. Can be repeated.
      """, transform: OptionText.limit)
  var limits: [(ReadLimit, Int)] = []

  @OptionGroup var documents: DocumentArguments

  @Flag(name: .shortAndLong, help: "Print only the result.")
  var quiet = false

  /// Returns the options for reading the archives.
  ///
  /// For a limit that is given twice the last value counts.
  func options(readsSleep: Bool = false) throws -> ArchiveOptions {
    try readOptions(
      showsNames: documents.showNames, isCareful: documents.careful, columns: columns,
      limits: Dictionary(limits) { $1 }, readsSleep: readsSleep)
  }

  var policies: Policies {
    var logs = LogSettings(loadUnit: loadUnit, dateOrder: dateOrder)
    logs.sports = sport.map { [SportStatement(all: $0)] } ?? []
    return Policies(
      manualEntries: manualEntries, sourceOrder: SourceOrder(patterns: sourcePriority), logs: logs)
  }

  func showingProgress<Value>(_ read: ((Int64) -> Void) throws -> Value) throws -> Value {
    try ProgressBar.showing(archives, quiet: quiet, read)
  }
}

/// The argument that determines whether documents are named in full.
struct NameArguments: ParsableArguments {
  @Flag(help: "Name files in archives in full, also where a name may hold an e-mail address.")
  var showNames = false
}

/// The arguments that determine how documents are named and read.
struct DocumentArguments: ParsableArguments {
  @OptionGroup var names: NameArguments

  @Flag(help: "Read Apple Health exports with the slow parser alone. The result is the same.")
  var careful = false

  var showNames: Bool { names.showNames }
}

/// The argument for the path of a run's store.
struct StoreArguments: ParsableArguments {
  @Option(name: .customLong("out"), help: "Where the outputs of the run are. Default: out.")
  var givenOut: String?

  @Option(help: "The store. Default: daymark.sqlite in the output folder.")
  var store: String?

  var out: String { givenOut ?? "out" }

  var storePath: String { store ?? defaultStorePath(inOutputFolder: out) }
}

/// The arguments that choose the subjects that a rule is tested on.
struct CohortArguments: ParsableArguments {
  @OptionGroup var runs: StoreArguments

  @Option(
    help: "The challenge's id. Default: that of the rule's pipeline, or the only one.",
    completion: .challenge)
  var challenge: String?

  @Option(
    help: "Decide as of this instant (RFC 3339). Default: that of the last run.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(name: .shortAndLong, help: "Print only the result.")
  var quiet = false

  func showingProgress<Value>(_ work: ((Int, Int) -> Void) throws -> Value) throws -> Value {
    let bar = ProgressBar(isDrawn: !quiet && Terminal().redraws)
    defer { bar.clear() }
    return try work { done, total in bar.set(Int64(done), of: Int64(total), counting: "subjects") }
  }
}

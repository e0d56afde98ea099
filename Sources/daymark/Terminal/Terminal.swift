import DaymarkDocuments
import DaymarkModel
import Foundation

/// The standard output and error of the program, with what the terminal can show.
struct Terminal {
  let colours: Bool
  /// Whether the progress may redraw a line.
  let redraws: Bool

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let noColour = !(environment["NO_COLOR"] ?? "").isEmpty
    let dumb = environment["TERM"] == "dumb"
    colours = isatty(STDOUT_FILENO) == 1 && !noColour && !dumb
    redraws = isatty(STDERR_FILENO) == 1 && !dumb
  }

  /// The colours, with the code that turns each on.
  enum Colour: String, CaseIterable {
    case green = "32"
    case red = "31"
    case yellow = "33"
    case bold = "1"
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    colours ? "\(colour.code)\(text)\(Self.plain)" : text
  }

  private static let plain = "\u{1B}[0m"
  /// The sequence that clears the present line and returns to its beginning.
  static let redraw = "\r\u{1B}[K"

  /// All control sequences that the program itself sends to a terminal.
  static let codes = Colour.allCases.map(\.code) + [plain, redraw]

  static func printError(_ text: String) {
    writeError(text + "\n")
  }

  /// Writes text to standard error.
  ///
  /// An error of that is ignored, because nobody can be told.
  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.printableText.utf8))
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: `DaymarkError` `file.unwritable`, because a truncated result must not look like a
  ///   complete one.
  static func print(_ text: String, terminator: String = "\n") throws {
    try write(Array((text + terminator).printableText.utf8))
  }

  /// Whether standard output is a terminal.
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes bytes to standard output without any change.
  ///
  /// - Throws: The errors of ``print(_:terminator:)``.
  static func write(_ bytes: [UInt8]) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      let system = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
      throw DaymarkError(.fileUnwritable, at: InputLocation(file: "standard output")) {
        $0.system = system.map { String(cString: strerror(Int32($0))) }
      }
    }
  }

  /// The number of columns for printed text.
  static let width = width(environment: ProcessInfo.processInfo.environment)

  /// Returns the number of columns: `COLUMNS` if it is a number, else the terminal's, else 80.
  ///
  /// Standard error is tried after standard output, because it is still the terminal if the output
  /// goes to a pager.
  static func width(environment: [String: String]) -> Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
      }
    }
    return 80
  }
}

extension Terminal.Colour {
  /// The control sequence that turns the colour on.
  fileprivate var code: String { "\u{1B}[\(rawValue)m" }
}

/// A command that can print its result as JSON, in which case its errors are a document too.
protocol JSONPrinting {
  var printsJSON: Bool { get }
}

/// A command with an option for the output format.
protocol FormatPrinting: JSONPrinting {
  associatedtype Format: RawRepresentable<String>
  var format: Format { get }
}

extension FormatPrinting {
  var printsJSON: Bool { format.rawValue == "json" }
}

/// Prints a JSON document on one line, in canonical form except for escaped control characters.
func printJSON(_ document: JSONValue) throws {
  try Terminal.print(document.canonicalText.printableJSON)
}

/// A command as a user would type it into a shell.
struct ShellCommand: CustomStringConvertible {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  var description: String {
    words.map { word in
      let isPlain = word.contains(#/^[A-Za-z0-9\/._=:,+@%-]+$/#)
      return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }.joined(separator: " ")
  }
}

import DaymarkDocuments
import DaymarkModel
import Foundation

/// The standard output and error of the program: what they can show, and how to write to them.
struct Terminal {
  let colours: Bool
  /// Whether progress may redraw a line.
  let redraws: Bool

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let noColour = !(environment["NO_COLOR"] ?? "").isEmpty
    let dumb = environment["TERM"] == "dumb"
    colours = isatty(STDOUT_FILENO) == 1 && !noColour && !dumb
    redraws = isatty(STDERR_FILENO) == 1 && !dumb
  }

  /// The colours, by the code that turns each on.
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
  /// Begins the line anew.
  static let redraw = "\r\u{1B}[K"

  /// All that the program itself sends to steer a terminal.
  static let codes = Colour.allCases.map(\.code) + [plain, redraw]

  static func printError(_ text: String) {
    writeError(text + "\n")
  }

  /// Writes to standard error; where that is closed or full, there is nobody left to tell.
  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.printableText.utf8))
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: `DaymarkError` `file.unwritable`: a result that is cut must not look like a whole one.
  static func print(_ text: String, terminator: String = "\n") throws {
    try write(Array((text + terminator).printableText.utf8))
  }

  /// Whether standard output is a terminal.
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes bytes to standard output, as they are.
  ///
  /// - Throws: As ``print(_:terminator:)``.
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

  /// The columns that there are for what is printed.
  static let width = width(environment: ProcessInfo.processInfo.environment)

  /// `COLUMNS`, where it is a number; else those of the terminal; else 80.
  ///
  /// Standard error goes second: where the output goes to a pager, it is still the terminal.
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
  /// What turns it on.
  fileprivate var code: String { "\u{1B}[\(rawValue)m" }
}

/// A command whose result a script may ask for as JSON; then its errors are a document too.
protocol JSONPrinting {
  var printsJSON: Bool { get }
}

/// A command that one tells in which format it prints.
protocol FormatPrinting: JSONPrinting {
  associatedtype Format: RawRepresentable<String>
  var format: Format { get }
}

extension FormatPrinting {
  var printsJSON: Bool { format.rawValue == "json" }
}

/// Prints a document for scripts: JSON on one line, canonical but for what would steer a terminal.
func printJSON(_ document: JSONValue) throws {
  try Terminal.print(document.canonicalText.printableJSON)
}

/// A command as one would type it into a shell.
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

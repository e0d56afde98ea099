import DaymarkModel

/// A command whose result a script may ask for as JSON; then its errors are a document too.
protocol JSONPrinting {
  var printsJSON: Bool { get }
}

/// Prints a document for scripts: JSON on one line, canonical but for what would steer a terminal.
func printJSON(_ document: JSONValue) throws {
  try Terminal.print(document.canonicalText.printableJSON)
}

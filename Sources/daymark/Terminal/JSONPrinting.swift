import DaymarkModel

/// A command whose result a script may ask for as JSON; then its errors are a document too.
protocol JSONPrinting {
  var printsJSON: Bool { get }
}

/// Prints a document for scripts: canonical JSON on one line.
func printJSON(_ document: JSONValue) throws {
  try Terminal.print(document.canonicalText)
}

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

/// What must stand at a place in a file that people write.
public enum Expectation: Hashable, Codable, Sendable {
  case words(String)
}

/// Why a file that people write cannot be read.
public enum SyntaxProblem: Hashable, Codable, Sendable {
  case parser(String)
}

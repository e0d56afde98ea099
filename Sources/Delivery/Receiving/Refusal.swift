package import DaymarkDocuments

/// An answer that is no: what is wrong with a request, for whoever sent it.
package struct Refusal: Error, Hashable, Sendable {
  /// The HTTP status; RFC 9110, section 15.
  package var status: Int
  /// A stable code, such as `token.wrong`.
  package var code: String
  /// A finished sentence, which says nothing of what the request held.
  package var error: String
  /// What to do.
  package var hint: String?
  /// When to come again.
  ///
  /// - Units: seconds.
  package var retryAfter: Int?
  /// Whether what is left of the request is too much to be read, so that its connection ends.
  package var endsConnection = false

  package init(
    _ status: Int, _ code: String, _ error: String, hint: String? = nil, retryAfter: Int? = nil,
    endsConnection: Bool = false
  ) {
    (self.status, self.code, self.error, self.hint) = (status, code, error, hint)
    (self.retryAfter, self.endsConnection) = (retryAfter, endsConnection)
  }
}

extension Members<Refusal> {
  package static let refusal = Members(
    Refusal(500, "", ""),
    [
      .derived("ok", .flag, sentence: "Always false.") { _ in false },
      .needed("code", \.code, .text, "A stable code."),
      .needed("error", \.error, .text, "What is wrong, in a sentence."),
      .optional("hint", \.hint, .text, "What to do."),
    ])
}

package import DaymarkDocuments

/// A negative answer, which tells the client what is wrong with its request.
package struct Refusal: Error, Hashable, Sendable {
  /// The HTTP status; RFC 9110, section 15.
  package var status: Int
  /// A stable code, such as `token.wrong`.
  package var code: String
  /// A complete sentence, without any content of the request.
  package var error: String
  /// The advice for the client.
  package var hint: String?
  /// The time after which the client may try again.
  ///
  /// - Units: seconds.
  package var retryAfter: Int?
  /// Whether the rest of the request is too long to be read, so that the connection is closed.
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
      .needed("error", \.error, .text, "The reason, in a sentence."),
      .optional("hint", \.hint, .text, "What to do."),
    ])
}

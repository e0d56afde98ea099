/// The result of a run for a subject in one word: the outcome, or that the subject failed.
package enum ResultWord: String, CaseIterable, Sendable {
  case pass, fail, undetermined, failed

  package init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .pass: .pass
      case .fail: .fail
      case .undetermined: .undetermined
      }
  }
}

/// The result of a run for a subject, with the code of the first reason or of the error.
package struct SubjectResult: Hashable, Sendable {
  package var word: ResultWord
  package var code: String

  package init(_ word: ResultWord, _ code: String) { (self.word, self.code) = (word, code) }
}

package import DaymarkModel

/// The words of whoever asks for a report: the program says a finding and a cause in one place.
package struct ReportWords: Sendable {
  /// A finding as a sentence, with what to do, for whoever runs the challenge.
  package var sentence: @Sendable (Finding) -> String
  /// The same for whom the data is of, who has no program to call; told what to do only while that still counts.
  package var participantSentence: @Sendable (Finding, _ takesMore: Bool) -> String

  /// - Parameter participantSentence: As the other when `nil`.
  package init(
    sentence: @escaping @Sendable (Finding) -> String,
    participantSentence: (@Sendable (Finding, _ takesMore: Bool) -> String)? = nil
  ) {
    self.sentence = sentence
    self.participantSentence = participantSentence ?? { finding, _ in sentence(finding) }
  }
}

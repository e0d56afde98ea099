package import DaymarkModel

/// The sentences of findings, which the program that makes a report supplies, because it words
/// findings in one place.
package struct ReportWords: Sendable {
  /// A finding as a sentence with its remedy, for the operator.
  package var sentence: @Sendable (Finding) -> String
  /// A finding as a sentence for the participant, who cannot call Daymark; the remedy is given only
  /// while it still helps.
  package var participantSentence: @Sendable (Finding, _ takesMore: Bool) -> String

  /// Takes the sentences.
  ///
  /// - Parameter participantSentence: The sentences for participants; `nil` uses those for the
  ///   operator.
  package init(
    sentence: @escaping @Sendable (Finding) -> String,
    participantSentence: (@Sendable (Finding, _ takesMore: Bool) -> String)? = nil
  ) {
    self.sentence = sentence
    self.participantSentence = participantSentence ?? { finding, _ in sentence(finding) }
  }
}

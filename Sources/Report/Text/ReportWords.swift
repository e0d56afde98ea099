/// The words of whoever asks for a report: the program says a finding and a cause in one place.
package struct ReportWords: Sendable {
  /// A finding as a sentence, with what to do, for whoever runs the challenge.
  package var sentence: @Sendable (Finding) -> String
  /// The same for whom the data is of, who has no program to call.
  package var participantSentence: @Sendable (Finding) -> String

  /// - Parameter participantSentence: As the other when `nil`.
  package init(
    sentence: @escaping @Sendable (Finding) -> String,
    participantSentence: (@Sendable (Finding) -> String)? = nil
  ) {
    self.sentence = sentence
    self.participantSentence = participantSentence ?? sentence
  }
}

/// The files of a report.
package enum ReportFile: String, CaseIterable, Sendable {
  /// Of a challenge, beside the folders of its subjects.
  case index = "index.html"
  /// Of a subject, in its folder.
  case subject = "report.html"
  /// The card to share, as a picture.
  case card = "share.svg"
  /// The card as a page that has just its size.
  case cardPage = "share.html"

  /// The folder, in that of the challenge, that holds the pages without names.
  package static let anonymousFolder = "anonymous"

  /// Those that lie in a subject's folder.
  package static let ofSubject: [ReportFile] = [.subject, .card, .cardPage]
}

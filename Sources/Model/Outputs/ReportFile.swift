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

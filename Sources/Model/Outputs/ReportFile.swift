/// The files of a report, which are pages and pictures.
package enum ReportFile: String, CaseIterable, Sendable {
  /// The page of a challenge, which lies beside the folders of its subjects.
  case index = "index.html"
  /// The page of a subject, which lies in the subject's folder.
  case subject = "report.html"
  /// A picture of the result that a subject can share.
  case card = "share.svg"
  /// A page that shows the shared picture in exactly its size.
  case cardPage = "share.html"

  /// The folder inside a challenge's that holds the pages without names.
  package static let anonymousFolder = "anonymous"

  /// The files that lie in a subject's folder.
  package static let ofSubject: [ReportFile] = [.subject, .card, .cardPage]
}

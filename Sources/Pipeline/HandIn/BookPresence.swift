import DaymarkModel
import DaymarkStore
import Foundation

/// Whether a run begins a new book because the old one is lost.
///
/// Only the book records what earlier runs saw and decided. Without it an input that came too late
/// would count, and a final verdict could change unnoticed.
///
/// - Parameter challenge: The folder of the challenge's outputs.
/// - Throws: `book.missing` where an earlier run left documents and the options do not allow a new
///   book.
func beginsNewBook(
  besideStore store: String, _ challenge: String, _ options: RunOptions
) throws -> Bool {
  let path = Book.path(besideStore: store)
  guard !FileManager.default.fileExists(atPath: path), hasDocuments(inFolder: challenge) else {
    return false
  }
  guard options.beginsNewBook else {
    throw DaymarkError(.bookMissing, at: InputLocation(file: path)) { $0.folder = challenge }
  }
  return true
}

private func hasDocuments(inFolder challenge: String) -> Bool {
  visibleNames(inFolder: challenge).contains { name in
    StoredFile(at: "\(challenge)/\(name)/\(OutputFile.verdict.rawValue)")?.bytes != nil
  }
}

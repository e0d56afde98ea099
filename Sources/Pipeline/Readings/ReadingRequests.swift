package import DaymarkConfiguration
import DaymarkDocuments
package import DaymarkModel
import DaymarkStore
import Foundation

/// Makes the requests to read a pipeline's subjects, for schedulers that send them to workers
/// themselves.
///
/// - Parameters:
///   - configuration: The challenge, its subjects and policies.
///   - asOf: The latest plausible time for an input that does not state its export date.
///   - now: The instant before the subjects were listed.
///   - showsNames: Whether members of archives are named in full.
///   - store: The store of the deciding run, whose book records which archives came too late; `nil`
///     to use no book.
///   - receive: Gets a line of JSON with its end for each subject: the request or, for a subject
///     that cannot be read, a reading with the failure.
/// - Throws: `file.missing` without that store; `store.unusable` for a book that cannot be read; the errors of `receive`.
package func readingRequests(
  of configuration: PipelineConfiguration, asOf: Instant, now: Instant, showsNames: Bool,
  store: String? = nil,
  receive: ([UInt8]) throws -> Void
) throws {
  if let store, !FileManager.default.fileExists(atPath: store) {
    throw DaymarkError(.fileMissing, at: InputLocation(file: store))
  }
  let book = try store.flatMap { try Book(ifBesideStore: $0) }
  defer { try? book?.close() }
  let earlier = try EarlierRuns(of: configuration, asOf: asOf, now: now, from: book)
  for subject in configuration.subjects {
    if let problem = subject.failureBeforeReading {
      try receive(ReadingDocument(of: subject, failure: problem).line)
    } else {
      let request = try earlier.request(for: subject, showsNames: showsNames)
      try receive(Members<SubjectRequest>.request.kind.bytes(request) + [UInt8(ascii: "\n")])
    }
  }
}

extension Subject {
  /// The reason for which the subject cannot be read, as far as the pipeline itself shows it; `nil`
  /// for none.
  var failureBeforeReading: Finding? {
    problem ?? unknownZone.map { name in Finding(.timezoneUnknown) { $0.zone = name } }
  }
}

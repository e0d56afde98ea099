import DaymarkDocuments
import DaymarkModel

/// The result of reading one subject's archives, which readers answer and shards and clusters write
/// as one line of JSON.
///
/// Its ``Reading`` is the document that the store keeps. The member `settings` has everything that
/// the reading depends on: the digests of the inputs, the settings, and the versions of the program
/// and the time zone data. See Scale, "A reading".
struct ReadingDocument: Hashable, Sendable {
  /// The version of this document's form.
  ///
  /// In 2 the digests of large documents are of samples. In 3 broken text and undated damage are
  /// damage to every day. In 4 unknown sports are findings. In 5 sets of workout logs are written
  /// plainly. In 6 the samples of large documents are smaller. In 7 the reading is a document of
  /// its own. In 9 the reading states the instant from which more samples would be believed. In 10
  /// a day of heart rate has the time at each rate. In 11 there are session logs. In 12 loads may
  /// be multiples of the body weight. In 13 the reading has what the operator states of the
  /// archives, and whether they were listed after the proof deadline. In 14 a session has the time
  /// at each heart rate. In 15 the reading has the names of the feats.
  static let version = 15
  var head: Head
  /// The subject's details, for programs that join readings with no pipeline of the subject.
  var details: SubjectDetails
  /// What the operator states of the archives.
  var statements = ArchiveStatements()
  /// All given archives, as they were when they were hashed.
  var archives: [ArchiveIdentity] = []
  /// The digests of the archives whose names the operator's statements name, by the text of the
  /// statement.
  var namedDigests: [String: [Digest]] = [:]
  /// Whether the archives are all that were handed in by the proof deadline, so that a run may
  /// close the hand-in with the reading.
  var isListedAfterDeadline = false
  /// The text of the ``ReadingKey``; `nil` where the archives could not be hashed.
  var settings: String?
  var reading: Reading?
  /// Why there is no ``reading``; `nil` if there is one.
  var failure: Finding?

  /// The members that identify a line as a reading of this version.
  struct Head: Hashable, Sendable {
    var version = ReadingDocument.version
    /// The version of the program that made the reading.
    var program = daymarkVersion
    /// The id of the subject.
    var subject = ""

    var isOfThisVersion: Bool {
      version == ReadingDocument.version && program == daymarkVersion
    }
  }

  /// Makes the result for a subject before anything is known of it.
  init(of subject: String, _ details: SubjectDetails) {
    (head, self.details) = (Head(subject: subject), details)
  }

  /// Makes the result of a request before anything is read.
  init(of request: SubjectRequest) {
    self.init(of: request.subject, request.details)
    (isListedAfterDeadline, statements) = (request.isListedAfterDeadline, request.statements)
  }

  /// Makes the result for a subject that cannot be read because of its pipeline.
  init(of subject: Subject, failure: Finding) {
    self.init(of: subject.id, SubjectDetails(of: subject))
    self.failure = failure
  }

  mutating func keep(_ reading: Reading) {
    self.reading = reading
    settings = reading.settings
  }

  /// Whether some data could not be read or understood; `nil` without a reading.
  var isDamaged: Bool? {
    reading.map { $0.aggregates.findings.contains { $0.code.level == .damage } }
  }

  /// The unit of each metric in the reading, for programs without a table of units.
  fileprivate var units: [String: String]? {
    reading.map { reading in
      Dictionary(
        reading.aggregates.days.map { ($0.metric.id, $0.metric.canonicalUnit.rawValue) }
      ) { $1 }
    }
  }

  /// The document as a line with its end.
  var line: [UInt8] { Members<ReadingDocument>.reading.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<ReadingDocument.Head> {
  static let head = Members(
    ReadingDocument.Head(),
    [
      .needed("daymarkReading", \.version, .count), .needed("program", \.program, .text),
      .needed("subject", \.subject, .text),
    ])
}

extension Members<ReadingDocument> {
  static let reading = Members(
    ReadingDocument(of: "", SubjectDetails()),
    [
      .unlessEmpty("archives", \.archives, .list(Members<ArchiveIdentity>.archive.kind)),
      .unlessEmpty("said", \.namedDigests, .map({ $0 }, { $0 }, .list(.digest))),
      .unlessEmpty("listedAfterDeadline", \.isListedAfterDeadline, .flag),
      .optional("settings", \.settings, .text),
      .optional("reading", \.reading, Members<Reading>.reading),
      .derivedIfAny("isDamaged", .flag, \.isDamaged),
      .derivedIfAny("units", .map({ $0 }, { $0 }, .text), \.units),
      .optional("failure", \.failure, Members<Finding>.finding.kind),
    ], Members<ReadingDocument.Head>.head.inside(\.head),
    Members<SubjectDetails>.details.inside(\.details),
    Members<ArchiveStatements>.statements.inside(\.statements))
}

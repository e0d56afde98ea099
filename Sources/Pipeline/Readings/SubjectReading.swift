import DaymarkDocuments
import DaymarkModel

/// What came of reading one subject's archives, as readers answer it and shards and clusters write it: a JSON document
/// a line.
///
/// Its ``Reading`` is the document that the store keeps. It is keyed by what it depends on: the digests of the inputs,
/// the settings, the versions of program and zone data, all in `settings`. See Scale, "A reading".
struct SubjectReading: Hashable, Sendable {
  /// The version of the form: in 2 the digests of large documents are of samples; in 3 broken text, and
  /// damage without a date, are damage to every day; in 4 sports that are not known are findings; in 5 sets of
  /// workout logs are written plainly; in 6 the samples of large documents are smaller; in 7 the reading is a
  /// document of its own; in 9 it says from when more would be believed; in 10 a day of heart rate has the time at each
  /// rate; in 11 there are session logs; in 12 loads are multiples of the body's weight, too.
  static let version = 12
  var head: Head
  /// For whoever joins readings of subjects that are in no pipeline of theirs.
  var details: SubjectDetails
  /// The archives as they were when they were hashed, each that was given.
  var archives: [ArchiveIdentity] = []
  /// The text of the ``ReadingKey``; `nil` where the archives could not be hashed.
  var settings: String?
  var reading: Reading?
  /// Why there is no reading.
  var failure: Finding?

  /// The members by which a line is told from what is no reading, and from those of other versions.
  struct Head: Hashable, Sendable {
    var version = SubjectReading.version
    /// The version of the program that read.
    var program = daymarkVersion
    /// The id of the subject.
    var subject = ""

    var isOfThisVersion: Bool {
      version == SubjectReading.version && program == daymarkVersion
    }
  }

  /// The beginning of a reading, of which nothing is known yet.
  init(of subject: String, _ details: SubjectDetails) {
    (head, self.details) = (Head(subject: subject), details)
  }

  /// A subject that nothing can be read of, for what its pipeline says.
  init(of subject: Subject, failure: Finding) {
    self.init(of: subject.id, SubjectDetails(of: subject))
    self.failure = failure
  }

  mutating func keep(_ reading: Reading) {
    self.reading = reading
    settings = reading.settings
  }

  /// Whether something could not be read or understood.
  var isDamaged: Bool? {
    reading.map { $0.aggregates.findings.contains { $0.code.level == .damage } }
  }

  /// The unit of each metric in the reading, for readers that have no table of them.
  fileprivate var units: [String: String]? {
    reading.map { reading in
      Dictionary(
        reading.aggregates.days.map { ($0.metric.id, $0.metric.canonicalUnit.rawValue) }
      ) { $1 }
    }
  }

  /// The document as a line, with its end.
  var line: [UInt8] { Members<SubjectReading>.reading.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<SubjectReading.Head> {
  static let head = Members(
    SubjectReading.Head(),
    [
      .needed("daymarkReading", \.version, .count), .needed("program", \.program, .text),
      .needed("subject", \.subject, .text),
    ])
}

extension Members<SubjectReading> {
  static let reading = Members(
    SubjectReading(of: "", SubjectDetails()),
    [
      .unlessEmpty("archives", \.archives, .list(Members<ArchiveIdentity>.archive.kind)),
      .optional("settings", \.settings, .text),
      .optional("reading", \.reading, Members<Reading>.reading),
      .derivedIfAny("isDamaged", .flag, \.isDamaged),
      .derivedIfAny("units", .map({ $0 }, { $0 }, .text), \.units),
      .optional("failure", \.failure, Members<Finding>.finding.kind),
    ], Members<SubjectReading.Head>.head.inside(\.head),
    Members<SubjectDetails>.details.inside(\.details))
}

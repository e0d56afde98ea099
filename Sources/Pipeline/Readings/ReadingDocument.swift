import DaymarkModel
import DaymarkStore
import Foundation

/// What came of reading one subject's archives, as shards and clusters write it: a JSON document a line.
///
/// It is keyed by what it depends on: the digests of the inputs, the settings, the versions of program and
/// zone data, all in `settings`. See Scale, "A reading".
struct ReadingDocument: Codable, Sendable {
  /// The version of the form: in 2 the digests of large documents are of samples; in 3 broken text, and
  /// damage without a date, are damage to every day; in 4 sports that are not known are findings; in 5 sets of
  /// workout logs are written plainly; in 6 the samples of large documents are smaller.
  static let version = 6
  /// ``version``.
  var daymarkReading = version
  /// The version of the program that read.
  var program = daymarkVersion
  /// The id of the subject.
  var subject: String
  /// As of ``SubjectRequest``: for whoever joins readings of subjects that are in no pipeline of theirs.
  var address: String?
  var timeZone: Zone?
  var loadUnit: LoadUnit?
  var dateOrder: DateOrder?
  var bodyWeight: Quantity?
  var sex: Sex?
  /// The archives as they were when they were hashed, each that was given.
  var archives: [ArchiveIdentity] = []
  /// ``ReadingSettings/text``; `nil` where the archives could not be hashed.
  var settings: String?
  /// As of ``StoredReading/asOf``.
  var asOf: Instant?
  var inputs: [EvidenceInput]?
  var aggregates: SubjectAggregates?
  /// The unit of each metric in ``aggregates``, for readers that have no table of them.
  var units: [String: String]?
  /// Whether something could not be read or understood.
  var isDamaged: Bool?
  /// Ascending.
  var documents: [Digest]?
  /// Why there is no reading.
  var failure: Finding?

  /// The beginning of a reading, of which nothing is known yet.
  init(of request: SubjectRequest) {
    subject = request.subject
    address = request.address
    timeZone = request.timeZone
    loadUnit = request.loadUnit
    dateOrder = request.dateOrder
    bodyWeight = request.bodyWeight
    sex = request.sex
  }

  /// A subject that nothing can be read of, for what its pipeline says.
  init(of subject: Subject, failure: Finding) {
    self.subject = subject.id
    address = subject.address
    timeZone = subject.zone
    loadUnit = subject.logs.loadUnit
    dateOrder = subject.logs.dateOrder
    bodyWeight = subject.logs.bodyWeight
    sex = subject.logs.sex
    self.failure = failure
  }

  mutating func keep(_ reading: StoredReading) {
    settings = reading.settings
    asOf = reading.asOf
    inputs = reading.inputs
    aggregates = reading.aggregates
    documents = reading.documents.sorted()
    let metrics = Set(reading.aggregates.days.map(\.metric))
    units = Dictionary(uniqueKeysWithValues: metrics.map { ($0.id, $0.canonicalUnit.rawValue) })
    isDamaged = reading.aggregates.findings.contains { $0.code.level == .damage }
  }

  /// The reading as the store keeps it; `nil` where there is none.
  var stored: StoredReading? {
    guard let settings, let inputs, let aggregates else { return nil }
    return StoredReading(
      settings: settings, asOf: asOf, inputs: inputs, aggregates: aggregates,
      documents: Set(documents ?? []))
  }
}

/// The part of a reading's line by which it is told from what is none, and from those of other versions.
struct ReadingHead: Codable {
  var daymarkReading: Int
  var program: String
  var subject: String

  var isOfThisVersion: Bool {
    daymarkReading == ReadingDocument.version && program == daymarkVersion
  }
}

/// What a reading's line says of its subject.
struct DescribedSubject: Codable {
  var address: String?
  var timeZone: Zone?
  var loadUnit: LoadUnit?
  var dateOrder: DateOrder?
  var bodyWeight: Quantity?
  var sex: Sex?

  /// The subject of an id, without archives.
  func subject(_ id: String) -> Subject {
    var subject = Subject(id: id, address: address, zone: timeZone)
    subject.logs = LogSettings(
      loadUnit: loadUnit, dateOrder: dateOrder, bodyWeight: bodyWeight, sex: sex)
    return subject
  }
}

extension ReadingSettings {
  /// A settings text without what is known of the archives alone: their digests, and when they were received.
  ///
  /// - Returns: `nil` of what is no settings text.
  static func apartFromArchives(_ text: String) -> JSONValue? {
    guard case .object(var members)? = try? JSONValue(parsing: text.utf8) else { return nil }
    members["inputs"] = nil
    members["receivedAt"] = nil
    return .object(members)
  }
}

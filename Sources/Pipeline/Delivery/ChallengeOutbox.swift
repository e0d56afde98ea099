import DaymarkConfiguration
package import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel
import DaymarkStore
import Foundation

/// A challenge's outputs and its outbox, held under the lock so that no other process writes there.
package struct ChallengeOutbox: Sendable {
  package let challenge: String
  /// The outgoing documents of each requested subject, in ascending order of ids.
  package let subjects: [OutgoingSubject]
  /// The folder of the challenge.
  let folder: String
  let book: Book

  /// Returns the rows of the outbox, each after its last change.
  package func rows() throws -> [OutboxKey: OutboxRow] { try book.outbox(of: challenge) }

  /// Returns the bytes of a subject's body, which may have several megabytes; `nil` where somebody has edited them since.
  package func bytes(ofBody subject: OutgoingSubject) throws -> [UInt8]? {
    let path = "\(folder)/\(folderName(of: subject.subject))/\(OutputFile.body.rawValue)"
    let bytes = StoredFile(at: path)?.bytes
    return bytes.map { Digest(of: $0) } == subject.body?.digest ? bytes : nil
  }

  /// Adds the new state of a row durably; see ``Book/append(_:sending:)``.
  package func append(_ row: OutboxRow, sending body: [UInt8]?) throws {
    try book.append(row, sending: body)
  }

  /// Returns all payments of the book, for all challenges.
  package func payments() throws -> [Payment] { try book.payments() }

  /// Adds the new state of a payment durably.
  package func append(_ payment: Payment) throws { try book.append(payment) }

  /// Returns the last quote for each row.
  package func quotes() throws -> [OutboxKey: PaymentQuote] { try book.quotes(of: challenge) }

  /// Adds a quote durably.
  package func append(_ quote: PaymentQuote) throws { try book.append(quote) }

  /// Returns the secret that the numbers of transfers are derived from.
  package func paymentSecret() throws -> [UInt8] { try book.paymentSecret() }

  /// Returns the body of a row whose delivery is not confirmed yet, as it was first sent.
  package func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]? {
    try book.bodyUnderWay(of: key)
  }

  /// Returns the number of a row's first submission: 0, or the clock's seconds where the book was
  /// lost and earlier numbers are unknown.
  package func firstNumber(at now: Instant) throws -> Int {
    try book.tookPlaceOfAnother(of: challenge) ? Int(now.secondsSince1970) : 0
  }
}

/// Opens the outbox of a challenge for the time of `work`, while runs into the same folder wait.
///
/// - Parameters:
///   - folder: The folder of the challenge in the output folder of its run.
///   - subjects: The ids of subjects; empty for all.
///   - access: The store, and the output folder in which the challenge's lies.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Throws: `DaymarkError` `challenge.unknown`, `subject.unknown`, `book.missing`; the errors of
///   ``OutputAccess`` and of `work`.
package func withOutbox<Value: Sendable>(
  ofFolder folder: String, subjects: [String], _ access: OutputAccess,
  whenBusy: (Finding) -> Void, during work: (ChallengeOutbox) async throws -> Value
) async throws -> Value {
  try await access.writing(whenBusy: whenBusy) { store, _ in
    let challenge = try store.challengeID(ofFolder: folder)
    guard let book = store.book else {
      throw DaymarkError(.bookMissing, at: InputLocation(file: Book.path(besideStore: store.path)))
    }
    let outgoing = OutgoingSubjects(
      folder: folder, store: store, cohort: try StoredCohort(at: store.path, challenge: challenge))
    return try await work(
      ChallengeOutbox(
        challenge: challenge, subjects: try outgoing.read(subjects), folder: folder, book: book))
  }
}

/// Reads the documents that runs left for sending.
private struct OutgoingSubjects {
  let folder: String
  let store: Store
  let cohort: StoredCohort

  func read(_ named: [String]) throws -> [OutgoingSubject] {
    let known = try store.subjects(of: cohort.challenge.id)
    for subject in named where !known.contains(subject) { throw try cohort.unknownSubject(subject) }
    let pipeline = try store.pipelineFolder(of: cohort.challenge.id).flatMap {
      // Without a readable pipeline there are no links to subjects.
      try? loadPipeline(at: $0)
    }
    let entries = Dictionary(pipeline?.subjects.map { ($0.id, $0) } ?? []) { $1 }
    let all = try known.map { id in
      var subject = try outgoing(id)
      subject.linked = entries[id]?.linked ?? []
      (subject.address, subject.challengeID) = (entries[id]?.address, pipeline?.intake?.challengeID)
      return subject
    }
    return refusingSharedAddresses(all)
      .filter { named.isEmpty || named.contains($0.subject) }
  }

  private func outgoing(_ subject: String) throws -> OutgoingSubject {
    let challenge = cohort.challenge
    let key = SubjectKey(challenge: challenge.id, subject: subject)
    let path = "\(folder)/\(folderName(of: subject))"
    let files = SubjectFolder(at: path)
    let zone = files.json(.evidence).flatMap(EvidenceClaim.init)?.zone.zone ?? challenge.zone
    let calendar = DayCalendar(zone: zone ?? .utc)
    var outgoing = OutgoingSubject(
      subject: subject, challenge: challenge.id, period: challenge.period.interval(in: calendar),
      deadline: challenge.deadline(in: calendar))
    let written = try store.outputs(of: key).digests
    outgoing.body = files.outgoingBody
    outgoing.body?.bytes = nil
    let edited = [OutputFile.body, .headers].first { file in
      files.files[file]?.bytes.map { Digest(of: $0) } != written[file.rawValue]
    }
    if let edited {
      outgoing.body = nil
      outgoing.obstacle = Finding(
        .submitBodyEdited, at: InputLocation(file: "\(path)/\(edited.rawValue)"))
    } else if outgoing.body == nil {
      outgoing.obstacle = Finding(.submitNoBody, at: InputLocation(file: path))
    }
    outgoing.attestation = StoredFile(at: "\(path)/\(ProofFile.attestation.rawValue)")?.bytes
    return outgoing
  }

  /// Removes the body of subjects that share one address.
  ///
  /// The service takes them for one subject, so each body would replace the other.
  private func refusingSharedAddresses(_ outgoing: [OutgoingSubject]) -> [OutgoingSubject] {
    let owners = Dictionary(grouping: outgoing.filter { $0.body != nil }) {
      "\($0.body?.address.lowercased() ?? "") \($0.body?.provider ?? "")"
    }
    let shared = Set(owners.values.filter { $0.count > 1 }.joined().map(\.subject))
    return outgoing.map { subject in
      guard shared.contains(subject.subject) else { return subject }
      var subject = subject
      subject.body = nil
      subject.obstacle = Finding(
        .submitAddressShared,
        at: InputLocation(file: "\(folder)/\(folderName(of: subject.subject))"))
      return subject
    }
  }
}

extension Store {
  fileprivate func pipelineFolder(of challenge: String) throws -> String? {
    try challenges().first { $0.challenge.id == challenge }?.pipeline
  }
}

extension SubjectFolder {
  /// The body with the values of its headers and fields; `nil` where a file is missing or was not
  /// written by this program.
  fileprivate var outgoingBody: OutgoingBody? {
    guard let body = files[.body]?.bytes, let headers = files[.headers]?.bytes,
      let claim = BodyClaim(body), let challengeID = claim.intake.challengeID,
      let address = claim.address,
      let contentType = String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline)
        .first(where: { $0.hasPrefix("Content-Type: ") })?.dropFirst("Content-Type: ".count)
    else { return nil }
    return OutgoingBody(
      body, contentType: String(contentType), provider: claim.provider, challengeID: challengeID,
      address: address,
      expires: claim.intake.evidenceExpires.flatMap { Int64($0) }.map(Instant.init(milliseconds:)))
  }
}

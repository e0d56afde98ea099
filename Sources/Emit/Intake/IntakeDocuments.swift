import DaymarkDocuments
package import DaymarkModel

/// The files of a request to an intake service for one subject, with the findings about them.
package struct IntakeDocuments: Hashable, Sendable {
  /// The file `records.json`; only the profile `lightchallenge` has it.
  package var records: [UInt8]?
  /// The file `body.multipart`, if everything that it needs is there.
  package var body: [UInt8]?
  /// The file `headers.txt`; only with a body.
  package var headers: [UInt8]?
  /// The findings for which there is no body, and notices about the body.
  package var findings: [Finding]
}

/// Makes the request to an intake service; see Evidence, "The lightchallenge profile" and "The
/// body".
///
/// What the body needs and does not have is a finding (`intake.no_address`, `intake.no_model_hash`,
/// `intake.no_challenge_id`, `intake.no_apple_input`, `intake.sharing_pending`), as is a body that
/// is too large for the service; then there are no body and headers. The profile `daymark` sends
/// the evidence document, whatever the inputs' providers are, and names itself as the provider.
package func intakeDocuments(_ evidence: Evidence, intake: Intake) -> IntakeDocuments {
  let json =
    switch intake.profile {
    case .lightchallenge: lightChallengeRecords(evidence)
    case .daymark: evidenceDocument(evidence)
    }
  return intakeDocuments(
    json, formats: Set(evidence.inputs.map(\.format)), address: evidence.subject.address, intake,
    isSharingPending: evidence.verdict.quality.isSharingPending)
}

extension EvidenceClaim {
  /// The request that belongs to the evidence.
  ///
  /// - Parameters:
  ///   - intake: The service and the form.
  ///   - records: The records beside the evidence, for exercise time, and for the user's id when no
  ///     address is known.
  ///   - address: The subject's address.
  package func intakeDocuments(
    _ intake: Intake, records: RecordsClaim?, address: String?
  ) -> IntakeDocuments {
    let json: JSONValue
    switch intake.profile {
    case .lightchallenge:
      var aggregates = aggregates
      let exerciseDays = exerciseDays
      aggregates.days += (records?.exerciseDays ?? []).filter { exerciseDays.contains($0.day) }
      json = lightChallengeRecords(
        aggregates, userID: address.map(lightChallengeUserID) ?? records?.userID)
    case .daymark: json = document
    }
    return DaymarkEmit.intakeDocuments(
      json, formats: formats, address: address, intake, isSharingPending: verdict.sharing == nil)
  }
}

/// The request with a document as its `json` part.
private func intakeDocuments(
  _ json: JSONValue, formats: Set<FormatID>, address: String?, _ intake: Intake,
  isSharingPending: Bool
) -> IntakeDocuments {
  var documents = IntakeDocuments(findings: [])
  if isSharingPending { documents.findings.append(Finding(.intakeSharingPending)) }
  if intake.profile == .lightchallenge {
    documents.records = json.canonicalBytes()
    if !formats.contains(.appleHealth) { documents.findings.append(Finding(.intakeNoAppleInput)) }
    if case .array(let records) = json, records.count > IntakeLimit.records {
      documents.findings.append(
        Finding(.intakeTooManyRecords) {
          ($0.records, $0.most) = (records.count, IntakeLimit.records)
        })
    }
  }
  let fields = bodyFields(json, address: address, intake, &documents.findings)
  guard documents.findings.isEmpty else { return documents }
  let body = MultipartBody(fields)
  documents.findings = sizeFindings(body, fields)
  guard !documents.findings.contains(where: { $0.code == .intakeTooLarge }) else {
    return documents
  }
  guard readMultipart(body.bytes, boundary: body.boundary) == fields else {
    documents.findings.append(Finding(.intakeBodyDiffers))
    return documents
  }
  documents.body = body.bytes
  documents.headers = Array(body.headers.utf8)
  return documents
}

private enum IntakeLimit {
  /// The most records that the server accepts.
  ///
  /// Its other limit, 5 MB of JSON, cannot be reached by a body within ``body``.
  static let records = 10_000
  /// The most bytes of one part of a body; several parsers cut or refuse larger parts.
  static let part = 1 << 20
  /// The most bytes of a whole body; many deployments refuse more than 4.5 MB.
  static let body = 4 << 20
}

/// The fields of a body in the order of Evidence, "The lightchallenge profile", with `json` last.
///
/// - Parameters:
///   - json: The value of the field `json`.
///   - address: The subject's address.
///   - findings: Gets a finding for each required field that has no value, and for each value that
///     a field cannot hold; the body must not be sent then.
private func bodyFields(
  _ json: JSONValue, address: String?, _ intake: Intake, _ findings: inout [Finding]
) -> [MultipartField] {
  if intake.modelHash == nil { findings.append(Finding(.intakeNoModelHash)) }
  if intake.challengeID == nil { findings.append(Finding(.intakeNoChallengeID)) }
  if address == nil { findings.append(Finding(.intakeNoAddress)) }
  var fields: [MultipartField] = []
  for (name, value) in bodyTexts(intake, address: address) {
    guard let value else { continue }
    if value.utf8.contains(where: { [0x00, 0x0A, 0x0D].contains($0) }) {
      findings.append(Finding(.configBadValue) { $0.key = name })
    }
    fields.append(MultipartField(name: name, value: Array(value.utf8)))
  }
  fields.append(MultipartField(name: "json", value: json.canonicalBytes(escapingNonASCII: true)))
  return fields
}

/// Returns the fields of a request body other than `json`, in their order.
private func bodyTexts(_ intake: Intake, address: String?) -> [(name: String, value: String?)] {
  [
    ("modelHash", intake.modelHash), ("challengeId", intake.challengeID), ("subject", address),
    ("provider", intake.profile == .lightchallenge ? Provider.apple.id : "daymark"),
    ("evidenceToken", intake.evidenceToken), ("evidenceExpires", intake.evidenceExpires),
  ]
}

/// The statements of a body that evidence lacks: the destination, and the owner of the data.
package struct BodyClaim: Hashable, Sendable {
  package var intake: Intake
  package var address: String?
  /// The provider of the data, in the service's word.
  package var provider: String

  /// Reads a body.
  ///
  /// - Returns: `nil` when the bytes are no body that Daymark wrote.
  package init?(_ body: [UInt8]) {
    guard let fields = MultipartBody.fields(of: body) else { return nil }
    func text(_ name: String) -> String? {
      fields.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    provider = text("provider") ?? ""
    intake = Intake(
      profile: provider == Provider.apple.id ? .lightchallenge : .daymark,
      challengeID: text("challengeId"), modelHash: text("modelHash"),
      evidenceToken: text("evidenceToken"), evidenceExpires: text("evidenceExpires"))
    address = text("subject")
  }

  /// The fields that differ from those of a pipeline, by name.
  package func differences(from intake: Intake, address: String?) -> [DocumentDifference] {
    zip(bodyTexts(self.intake, address: self.address), bodyTexts(intake, address: address))
      .filter { $0.value != $1.value }.map { DocumentDifference(path: $0.0.name, kind: .content) }
  }
}

/// Returns the difference between a stored body and one that was made again: the name of the first
/// field that differs.
package func bodyDifferences(stored: [UInt8], rebuilt: [UInt8]) -> [DocumentDifference] {
  guard stored != rebuilt else { return [] }
  guard let found = MultipartBody.fields(of: stored),
    let expected = MultipartBody.fields(of: rebuilt), found.map(\.name) == expected.map(\.name)
  else { return [DocumentDifference(kind: .content)] }
  let field = zip(found, expected).first { $0 != $1 }
  return [DocumentDifference(path: field?.0.name ?? "$", kind: .content)]
}

private func sizeFindings(_ body: MultipartBody, _ fields: [MultipartField]) -> [Finding] {
  if body.bytes.count > IntakeLimit.body {
    return [
      Finding(.intakeTooLarge) { ($0.bytes, $0.most) = (body.bytes.count, IntakeLimit.body) }
    ]
  }
  return fields.filter { $0.value.count > IntakeLimit.part }.map { field in
    Finding(.intakeLargePart) {
      ($0.part, $0.bytes, $0.most) = (field.name, field.value.count, IntakeLimit.part)
    }
  }
}

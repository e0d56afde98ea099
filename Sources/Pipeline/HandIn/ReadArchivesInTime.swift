import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// Reads and normalises the archives of one subject that came in time and that the operator did not set aside.
///
/// When an input was exported is known only once it is read, so those in time are read again where one
/// turns out to be late.
///
/// - Parameters: As of ``readArchives(_:progress:)``.
/// - Returns: What ``readArchives(_:progress:)`` gives of the inputs in time, and the facts of the others: their
///   only finding is `input.late`, `input.receipt_unknown`, `input.after_complete` or `input.set_aside`.
/// - Throws: What ``readArchives(_:progress:)`` throws.
func readArchivesInTime(
  _ job: ReadingJob, progress: (Int64) -> Void
) throws -> (
  samples: SampleSet, facts: [InputFacts], setAside: [Finding], late: [InputFacts]
) {
  let terms = job.parameters.late
  func isSetAside(_ digest: Digest) -> Bool {
    job.parameters.setAside[digest]?.contains { $0.finding == nil } ?? false
  }
  let received = job.archives.filter {
    terms.isLate(terms.receivedAt[$0.digest]) || terms.history[$0.digest] != nil
      || isSetAside($0.digest)
  }
  let budget = ReadBudget(try job.parameters.readOptions)
  var late = try received.map { archive in
    let facts = try lateFacts(of: archive, job.parameters, budget)
    // Who decided goes before when it came: a late input that is set aside needs no receipt.
    if isSetAside(archive.digest) { return facts.leftOut(.inputSetAside) }
    return terms.history[archive.digest].map { facts.leftOut($0.code) }
      ?? facts.leftOut(.inputLate, .received)
  }
  var others = job
  others.archives.removeAll(where: received.contains)
  var reading = try readArchives(others, progress: progress)
  let exported = reading.facts.filter { terms.isLate($0.exportDate) }
  late += exported.map { $0.leftOut(.inputLate, .exported) }
  var inTime = others
  inTime.archives.removeAll { archive in exported.contains { $0.digest == archive.digest } }
  func readAgain() throws {
    // Gives the memory back first.
    reading = (SampleSet(zone: reading.samples.zone), [], [])
    reading = try readArchives(inTime) { _ in }
  }
  if !exported.isEmpty { try readAgain() }
  if reading.samples.isUncertain {
    inTime.period = nil
    try readAgain()
  }
  return (
    reading.samples, reading.facts, reading.setAside, late.sorted { $0.digest < $1.digest }
  )
}

/// The facts of an input whose records nobody will look at: where it cannot be read, as much as is known.
private func lateFacts(
  of archive: ArchiveIdentity, _ parameters: ReadingParameters, _ budget: ReadBudget
) throws -> InputFacts {
  let identity = InputIdentity(digest: archive.digest, bytes: archive.bytes)
  do {
    return try readInput(
      at: archive.path, identity: identity, options: parameters.readOptions, budget: budget
    ) { _ in
      try Task.checkCancellation()
    }
  } catch let error as DaymarkError where error.finding.code != .fileUnreadable {
    return InputFacts(
      name: inputName(of: archive.path), format: .unread, digest: archive.digest,
      bytes: archive.bytes)
  }
}

extension InputFacts {
  /// The facts of an input of which nothing counts.
  fileprivate func leftOut(_ code: FindingCode, _ reason: Finding.Reason? = nil) -> InputFacts {
    var facts = self
    facts.findings = [Finding(code, at: InputLocation(file: shownName)) { $0.reason = reason }]
    facts.damagedSpans = []
    return facts
  }
}

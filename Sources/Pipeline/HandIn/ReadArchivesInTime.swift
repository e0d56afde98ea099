import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// Reads and normalises the archives of one subject that came in time and that no statement of the
/// operator leaves out.
///
/// An export date is known only once the input is read. So the archives in time are read again
/// where one of them turns out to be late.
///
/// - Parameters:
///   - job: The same as for ``readArchives(_:progress:)``.
///   - progress: The same as for ``readArchives(_:progress:)``.
/// - Returns: The results of ``readArchives(_:progress:)`` for the inputs in time, and the facts of
///   the others, whose only finding is `input.late`, `input.receipt_unknown`,
///   `input.after_complete` or `input.set_aside`.
/// - Throws: The errors of ``readArchives(_:progress:)``.
func readArchivesInTime(
  _ job: ReadingJob, progress: (Int64) -> Void
) throws -> (
  samples: SampleSet, facts: [InputFacts], setAside: [Finding], late: [InputFacts]
) {
  let terms = job.parameters.handInTerms
  func isSetAside(_ digest: Digest) -> Bool {
    job.parameters.setAside[digest]?.contains(where: \.leavesInputOut) ?? false
  }
  let received = job.archives.filter {
    terms.isLate(terms.receivedAt[$0.digest]) || terms.history[$0.digest] != nil
      || isSetAside($0.digest)
  }
  let budget = ReadBudget(try job.parameters.readOptions)
  var late = try received.map { archive in
    let facts = try lateFacts(of: archive, job.parameters, budget)
    // The operator's statement comes before the time: a late input that is left out needs no
    // receipt.
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
    // The empty value releases the memory of the first reading.
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

/// Returns the facts of an input whose records do not count; where it cannot be read, as many as
/// are known.
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
  /// Returns the facts of an input of which nothing counts.
  fileprivate func leftOut(_ code: FindingCode, _ reason: Finding.Reason? = nil) -> InputFacts {
    var facts = self
    facts.findings = [Finding(code, at: InputLocation(file: shownName)) { $0.reason = reason }]
    facts.damagedSpans = []
    return facts
  }
}

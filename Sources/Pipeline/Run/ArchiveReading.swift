import DaymarkIngest
import DaymarkModel
import DaymarkNormalize
import DaymarkStore

/// The settings of a reading of one subject's archives.
package struct ReadingRequest: Codable, Sendable {
  var subjectZone: Zone?
  var challengeZone: Zone?
  var policies: Policies
  /// Bounds plausible times where an input does not state its export date.
  var asOf: Instant
  var late = LateInputs()
  var options: ReadOptions
}

/// Reads and normalises one subject's archives.
///
/// - Parameters:
///   - archives: As they were when they were hashed, which is not done again.
///   - progress: Told how many more bytes were read.
/// - Returns: The samples, and the facts of the inputs they refer to, in the order of the archives.
/// - Throws: What `readInput` throws; `file.changed` when an archive is no longer the one that was
///   hashed; `CancellationError`.
func readArchives(
  _ archives: [ArchiveIdentity], _ request: ReadingRequest,
  progress: (Int64) -> Void
) throws -> (samples: SampleSet, facts: [InputFacts]) {
  var normalizer = Normalizer(policies: request.policies, asOf: request.asOf)
  var facts: [InputFacts] = []
  for archive in archives {
    normalizer.beginInput()
    var told: Int64 = 0
    let input: InputFacts
    do {
      input = try readInput(
        at: archive.path,
        identity: InputIdentity(digest: archive.digest, bytes: archive.bytes),
        options: request.options,
        progress: { done in
          progress(done - told)
          told = done
        },
        receive: { batch in
          try Task.checkCancellation()
          normalizer.add(batch)
        })
    } catch let error as DaymarkError {
      // Half of one file and half of another may well be refused.
      try archive.checkUnchanged()
      throw error
    }
    try archive.checkUnchanged()
    // A reader need not come to the last byte.
    progress(input.bytes - told)
    normalizer.endInput(input)
    facts.append(input)
  }
  // Consumed, for a copy of it would keep every sample twice.
  let samples = (consume normalizer).finish(
    subjectZone: request.subjectZone, challengeZone: request.challengeZone)
  return (samples, facts)
}

import DaymarkModel

// Sentences about things that are not in a store or a rule, and about stores that cannot be used.

extension Wording {
  /// Returns names as a list, or their number where they are too many for a line.
  static func list(_ names: [String]) -> String {
    names.count > 10 ? "\(names.count) others" : names.joined(separator: ", ")
  }

  static func stored(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let suggestion = facts.suggestionWords
    let known = facts.known.map { "; it holds \(list($0))" } ?? ""
    switch finding.code {
    case .challengeUnknown:
      if let challenge = facts.challenge {
        return ("the store holds no challenge `\(challenge)`\(known)", suggestion)
      }
      return facts.known.map {
        ("the store holds several challenges, \(list($0))", "choose one with --challenge")
      } ?? ("the store holds no challenge", "run its pipeline first")
    case .sleepNotRead:
      return (
        "the rule asks for sleep, and the archives in the store were read for a rule that does not",
        "run the challenge with this rule first"
      )
    case .baselineNotRead:
      return (
        "the rule asks for days before the period, and the archives in the store were not read so far"
          + " back",
        "run the challenge with such a rule first"
      )
    case .runUnknown:
      guard let run = facts.value else {
        return ("no run of the challenge has finished yet", "run its pipeline first")
      }
      let kept = facts.known?.joined(separator: " to ") ?? "none"
      return ("the store keeps no run \(run) of the challenge; it keeps \(kept)", nil)
    case .subjectUnknown:
      let subject = facts.subject ?? "?"
      return ("the store has no subject `\(subject)` of the challenge\(known)", suggestion)
    case .verdictMissing where facts.reason == .edited:
      return (
        "this is not the verdict of \(facts.subject ?? "the subject") that the last run wrote",
        "run the pipeline again, which writes it anew, and look at it before you decide"
      )
    default:
      return (
        "there is no verdict of \(facts.subject ?? "the subject")"
          + (facts.reason == .failed
            ? ": the archives could not be read at the last run"
            : " by the challenge's rule as it is now"),
        "run the pipeline again, which says why, or give --as-of to decide on the days in the store"
      )
    }
  }

  static func interrupted(_ facts: Finding.Facts) -> Parts {
    let done = facts.done.map { "\($0) of \(facts.subjects ?? 0) subjects are done and kept" }
    return (
      "the run was asked to end\(facts.signal.map { " (\($0))" } ?? ""); "
        + "\(done ?? "what is done is kept")", "to go on, run the same command again"
    )
  }

  static func busyStore(_ facts: Finding.Facts) -> Parts {
    let details = [
      facts.process.map { "process \($0)" }, facts.since.map { "since \($0)" },
    ].compactMap { $0 }
    let holder = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    let what = "another daymark uses this store or output folder\(holder)"
    return facts.reason == .notWaiting
      ? (what, "run again when it has ended, or leave out `--no-wait`")
      : ("\(what); waiting for it to end", nil)
  }

  static func unusableStore(_ facts: Finding.Facts) -> Parts {
    let system = facts.systemWords
    let other = "choose another file with `--store`"
    return switch facts.reason {
    case .diskFull:
      (
        "the disk is full, so the store cannot grow\(system)",
        "make room and run again; it is intact"
      )
    case .fileLimit:
      (
        "the store would be larger than this process may write\(system)",
        "raise `ulimit -f` and run again; it is intact"
      )
    case .unwritable: ("the store cannot be opened or written\(system)", other)
    case .notOurs: ("the file is not a store of daymark\(system)", other)
    case .newerVersion:
      ("the store was written by a newer daymark", "use that version, or \(other)")
    case .olderVersion:
      ("the store was written by an older daymark", "run its pipeline again with this one")
    case .noContents: ("the store holds nothing yet", "run its pipeline first")
    case .damaged where facts.table == "entry":
      (
        "the book is damaged\(system)",
        "bring back a copy of it; what was handed in in time, and what was decided, stands nowhere else"
      )
    case .damaged:
      (
        "the store is damaged\(system)",
        "delete it and run again: everything in it comes from the archives"
      )
    case .busy: ("another program holds the store\(system)", "run again when it has ended")
    default: ("the store cannot be used\(system)", other)
    }
  }

  static func threshold(_ finding: Finding) -> Parts {
    let facts = finding.facts
    if finding.code == .thresholdBadValue {
      return (
        "`\(facts.value ?? "?")` cannot be a value of \(facts.threshold.map { "\($0)" } ?? "the threshold")",
        facts.expected.map { "expected \(words($0))" }
      )
    }
    let what =
      facts.threshold.map { "the rule has no threshold `\($0)`" }
      ?? "the rule has several thresholds"
    return (
      what,
      facts.suggestionWords
        ?? facts.known.map {
          "choose one with --threshold: \($0.joined(separator: ", "))"
        }
    )
  }
}

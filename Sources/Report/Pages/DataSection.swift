import DaymarkDocuments
import DaymarkModel

/// The sections about the data: what was left out, its quality, and how to check it.
struct DataSection {
  /// The most findings whose sentences are written.
  private static let mostFindings = 40
  private static let mostFlags = 60

  let report: SubjectReport
  let words: ReportWords

  var values: [String: Any] {
    let flags = report.verdict.quality.flags
    let (aside, found, measures) = (setAside, findings, measured)
    return [
      "hasAside": !aside.isEmpty, "aside": aside,
      "hasFindings": !found.isEmpty, "findings": found,
      "hasFlags": !flags.isEmpty,
      "flags": flags.prefix(Self.mostFlags).map(values),
      "limits": "\(report.verdict.quality.limits.versionedName)", "hasData": !report.hasNothing,
      "hasMeasures": !measures.isEmpty, "measures": measures,
      "command": "daymark verify \(folder) --raw ARCHIVE...",
      "facts": facts.map { ["name": $0, "value": $1] },
      "inputs": report.inputs.map { input -> [String: Any] in
        present([
          "format": "\(input.format)", "late": input.isLate ? true : nil,
          "damage": input.damage.isEmpty ? nil : "damaged", "records": grouped(input.records),
          "digest": input.digest.hex,
        ])
      },
    ]
  }

  /// The path of the documents' folder, for commands to copy.
  private var folder: String {
    if report.isAlone { return "FOLDER" }
    let challenge = folderName(of: report.challenge.id)
    return "\(challenge)/\(report.isNamed ? folderName(of: report.subject) : "FOLDER")"
  }

  /// The data that policies or checks left out, by cause.
  private var setAside: [[String: Any]] {
    struct Cause: Hashable {
      var code: FindingCode
      /// Whether the instant of receipt is known.
      var isReceived: Bool
    }
    var counts: [Cause: Int] = [:]
    for input in report.inputs {
      for (code, count) in input.rejected {
        let isReceived = code == .inputLate && input.receivedAt != nil
        counts[Cause(code: code, isReceived: isReceived), default: 0] += count
      }
    }
    return counts.sorted { ($1.value, $0.key.code) < ($0.value, $1.key.code) }.map { cause, count in
      let finding = Finding(cause.code, count: count) {
        if cause.code == .inputLate { $0.reason = cause.isReceived ? .received : .exported }
      }
      return [
        "count": grouped(count), "code": cause.code.rawValue, "text": sentence(finding),
      ]
    }
  }

  /// The findings other than those about single records, each code once.
  private var findings: [[String: Any]] {
    let rejected = Set(report.inputs.flatMap(\.rejected.keys))
    var seen: Set<FindingCode> = []
    return report.aggregates.findings.filter {
      !rejected.contains($0.code) && seen.insert($0.code).inserted
    }.prefix(Self.mostFindings).map {
      ["code": $0.code.rawValue, "text": sentence($0)]
    }
  }

  private func sentence(_ finding: Finding) -> String {
    words.participantSentence(finding, !report.verdict.finality.isFinal).shortened().asSentence
      + "."
  }

  private func values(_ flag: QualityFlag) -> [String: Any] {
    [
      "level": flag.level.rawValue,
      "words": flag.code.words
        + (report.subject(of: flag).map { ": \($0)" } ?? ""),
      "code": flag.code.rawValue, "when": flag.day?.words ?? "the whole period",
      "measured": flag.measured.words(ofUnit: flag.code.unitWords),
      "limit": flag.limit.words(ofUnit: flag.code.unitWords),
      "source": report.limits?.limits[flag.code]?.source ?? "",
    ]
  }

  /// The greatest of each measured figure over all days, with the limit that it stayed within or
  /// exceeded.
  private var measured: [[String: Any]] {
    var most: [FlagCode: (value: Quantity, day: CivilDay)] = [:]
    for day in report.aggregates.days {
      for (code, value) in day.measure.figures where value > most[code]?.value ?? .zero {
        most[code] = (value, day.day)
      }
    }
    return FlagCode.allCases.compactMap { code in
      guard let (value, day) = most[code], let limit = report.limits?.limits[code] else {
        return nil
      }
      let bound = limit.flaggedAbove ?? limit.notedAbove ?? limit.flaggedBelow
      return [
        "words": code.words, "when": day.words, "measured": value.words(ofUnit: code.unitWords),
        "limit": bound?.words(ofUnit: code.unitWords) ?? "–", "source": limit.source,
      ]
    }
  }

  private var facts: [(String, String)] {
    var facts = [
      ("Program", "daymark \(report.toolVersion)"),
      ("Rule", "\(report.rule.name) \(report.rule.version)"),
      ("SHA-256 of the rule", report.rule.digest.hex),
    ]
    if let evidence = report.files["evidence.json"] {
      facts.append(("SHA-256 of evidence.json", evidence.hex))
    }
    return facts
  }
}

extension SubjectReport {
  /// Whether the subject's id may be shown.
  fileprivate var isNamed: Bool { name == subject }
}

import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

/// The subjects that wait for a person, as a table, CSV and JSON.
struct OpenListing {
  private let open: OpenMatters

  init(_ open: OpenMatters) { self.open = open }

  func text(_ terminal: Terminal) -> String {
    let challenge = open.challenge.printableName
    let name = terminal.paint(challenge, .bold)
    let decided = open.decided == 0 ? "" : " Decisions that stand: \(open.decided)."
    guard !open.subjects.isEmpty else { return "\(name): nothing waits for a person.\(decided)" }
    let count = open.subjects.count
    var table = Table([
      .init(heading: "subject"), .init(heading: "verdict"), .init(heading: "since"),
      .init(heading: "waits because"),
    ])
    table.rows = open.subjects.map { subject in
      [
        subject.id.printableName, verdict(subject), "\(subject.since)",
        subject.matters.map { Wording.words($0, of: subject) }.joined(separator: "; "),
      ]
    }
    let waits = "\(count) subject\(count == 1 ? " waits" : "s wait")"
    let heading = "\(name): \(waits) for a person.\(decided)"
    return ([heading, table.text()] + [advice].filter { !$0.isEmpty } + advicesOfReading)
      .joined(separator: "\n\n")
  }

  /// The advice for subjects whose present reading can be used; empty if there are none.
  private var advice: String {
    let challenge = open.challenge.printableName
    let subjects = open.subjects.filter { !$0.lacksReading }
    guard !subjects.isEmpty else { return "" }
    let decide = """
      `daymark explain \(challenge) SUBJECT` says why. To decide pass, fail or undetermined:
      `daymark decide \(challenge) SUBJECT pass --because TEXT --by NAME`.
      """
    guard subjects.contains(where: { $0.outcome == nil }) else { return decide }
    return decide + """

      Whoever could not be read has no verdict to decide on: ask for the file again, or leave it out
      with `setAside` of the subject, and run again; then there is one.
      """
  }

  /// The advice for subjects whose reading was made elsewhere and must be made again, one for each
  /// remedy.
  private var advicesOfReading: [String] {
    let groups = Dictionary(grouping: open.subjects.filter(\.lacksReading)) {
      $0.failure.flatMap(Wording.remedy) ?? ""
    }
    return groups.sorted { $0.key < $1.key }.map { remedy, subjects in
      let names = RunGroups.some(of: subjects.map(\.id))
      return wrapped("Before anybody decides on \(names): \(remedy).")
    }
  }

  private func verdict(_ subject: OpenMatters.Subject) -> String {
    guard let outcome = subject.outcome else { return "none" }
    return outcome.rawValue + (subject.isFinal ? ", final" : "")
  }

  // MARK: CSV and JSON

  var csv: String {
    let rows = open.subjects.map { subject in
      [
        csvField(subject.id), subject.outcome?.rawValue ?? "",
        subject.outcome == nil ? "" : subject.isFinal ? "yes" : "no", "\(subject.since)",
        subject.matters.map(\.rawValue).joined(separator: " "),
        subject.lapsed?.outcome.rawValue ?? "", subject.failure?.code.rawValue ?? "",
      ].joined(separator: ",") + "\n"
    }
    return "subject,outcome,final,since,waits,asked_again,error\n" + rows.joined()
  }

  var json: JSONValue {
    .object([
      "challenge": .string(open.challenge), "decided": .number(open.decided),
      "subjects": .array(
        open.subjects.map { subject in
          .object(present: [
            "subject": .string(subject.id),
            "outcome": subject.outcome.map { .string($0.rawValue) },
            "final": subject.outcome == nil ? nil : .bool(subject.isFinal),
            "since": .string("\(subject.since)"),
            "waits": .array(subject.matters.map { .string($0.rawValue) }),
            "askedAgain": subject.lapsed.map { Members<Decision>.decision.kind.json($0) },
            "error": subject.failure.map { .string($0.code.rawValue) },
          ])
        }),
    ])
  }
}

extension OpenMatters.Subject {
  /// Whether the subject's archives were read elsewhere, and that reading cannot be used.
  fileprivate var lacksReading: Bool { failure?.code == .readingMissing }
}

import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel

/// The deliveries of a challenge, as text and JSON.
struct DeliveryListing {
  private let deliveries: [Delivery]
  private let endpoint: ServiceAddress
  /// Whether the deliveries were carried out, and not only planned.
  private let sends: Bool

  init(_ deliveries: [Delivery], to endpoint: ServiceAddress, sends: Bool) {
    (self.deliveries, self.endpoint, self.sends) = (deliveries, endpoint, sends)
  }

  var text: String {
    guard !deliveries.isEmpty else { return "The challenge has no subjects." }
    var table = Table([
      Table.Column(heading: "subject"), Table.Column(heading: "state"),
      Table.Column(heading: "as"), Table.Column(heading: "attempts", isNumeric: true),
      Table.Column(heading: "evidence"), Table.Column(heading: "explanation"),
    ])
    table.rows = deliveries.map { delivery in
      [
        delivery.subject.printableName, delivery.state?.rawValue ?? "-",
        delivery.row?.submission?.purpose.rawValue ?? "-",
        delivery.row?.submission.map { "\($0.attempts)" } ?? "-",
        delivery.row?.stored?.name?.printableName ?? "-", delivery.explanation,
      ]
    }
    return "To \(endpoint):\n" + table.text()
  }

  var json: JSONValue {
    .object([
      "endpoint": .string("\(endpoint)"),
      "subjects": .array(
        deliveries.map { delivery in
          .object(present: [
            "subject": .string(delivery.subject),
            "state": delivery.state.map { .string($0.rawValue) },
            "row": delivery.row.map { Members<OutboxRow>.outbox.kind.json($0) },
            "next": .string(delivery.next.word),
            "until": delivery.next.until.map { .string("\($0)") },
            "obstacle": delivery.obstacle.map { .string($0.code.rawValue) },
            "message": .string(delivery.explanation),
          ])
        }),
    ])
  }
}

extension NextStep {
  fileprivate var word: String {
    switch self {
    case .settle: "settle"
    case .send(let purpose): purpose.rawValue
    case .wait: "wait"
    case .rest(let rest): rest.rawValue
    }
  }

  fileprivate var until: Instant? { if case .wait(_, let until) = self { until } else { nil } }
}

extension Delivery {
  /// The explanation of the row for the reader.
  fileprivate var explanation: String {
    let answer = row?.answer.map { $0.explanation } ?? ""
    func joined(_ text: String) -> String { answer.isEmpty ? text : "\(text): \(answer)" }
    switch next {
    case .settle: return joined("may have arrived; the next call repeats it under the same key")
    case .send(let purpose): return joined("to be sent as \(purpose.rawValue)")
    case .wait(.waitingForWindow, let until): return "the challenge begins on \(until)"
    case .wait(_, let until): return joined("not before \(until)")
    case .rest(let rest): return explanation(rest, joined)
    }
  }

  private func explanation(_ rest: NextStep.Rest, _ joined: (String) -> String) -> String {
    switch rest {
    case .decided: "the service has decided"
    case .nothingToSend, .tokenLapsed:
      obstacle.map(Wording.sentence) ?? "there is nothing to send"
    case .deadlinePassed:
      row?.stored?.purpose == .proof
        ? "" : joined("the deadline has passed, and the service has no proof")
    case .refused where row?.answer?.status == 402: joined("not paid; see --pay")
    case .refused: joined("refused; solve the cause, then send it again with --again")
    case .unchanged: "the service has it"
    }
  }
}

extension OutboxAnswer {
  fileprivate var explanation: String {
    [status.map { "\($0)" }, words, hint].compactMap(\.self).joined(separator: ", ")
  }
}

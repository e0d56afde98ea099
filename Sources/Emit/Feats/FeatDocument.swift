package import DaymarkDocuments
package import DaymarkModel

/// The boards of feats as JSON: each feat with its boards, and each person's attempts, records and
/// mean.
///
/// - Parameter findings: The findings of the inputs, as the program lists them.
package func featDocument(of picture: FeatPicture, findings: JSONValue) -> JSONValue {
  .object(present: [
    "title": picture.list.title.map(JSONValue.string), "zone": .string(picture.zone.id),
    "asOf": .string("\(picture.asOf)"), "since": .string("\(picture.since)"),
    "feats": .array(
      picture.entries.map { entry in
        .object(
          members(entry.feat).merging([
            "boards": .array(entry.boards.map(board)),
            "people": .array(entry.histories.map(history)),
          ]) { $1 })
      }),
    "unknown": .array(
      picture.unknown.map { judged in
        .object(
          members(judged).merging([
            "featId": .string(judged.attempt.feat), "person": .string(judged.attempt.person),
          ]) { $1 })
      }), "findings": findings,
  ])
}

private func members(_ feat: Feat) -> [String: JSONValue] {
  [
    "id": .string(feat.id), "name": .string(feat.name), "movement": .string(feat.movement),
    "counts": .string(feat.counts.rawValue), "unit": .string(feat.counts.symbol),
    "durationSeconds": feat.durationSeconds.map { .number($0) } ?? .null,
    "month": feat.month.map { .string("\($0)") } ?? .null,
    "mostPerSecond": .number(feat.mostPerSecond),
  ]
}

private func board(_ board: FeatBoard) -> JSONValue {
  .object(present: [
    "span": .string(board.span.rawValue),
    "from": (board.days?.lowerBound).map { .string("\($0)") },
    "to": (board.days?.upperBound).map { .string("\($0)") },
    "standings": .array(
      board.standings.map { standing in
        .object(present: [
          "rank": .number(standing.rank), "tied": .bool(standing.isTied),
          "person": .string(standing.person), "value": .number(standing.value),
          "date": .string("\(standing.best.attempt.day)"),
          "at": standing.best.attempt.instant.map { .string("\($0)") },
          "toBeat": .number(standing.toBeat), "next": standing.next.map(JSONValue.number),
          "gap": standing.gap.map(JSONValue.number),
          "tier": standing.tier.map { .string($0.rawValue) },
          "movement": .string(standing.movement.rawValue),
          "rankBefore": standing.rankBefore.map { .number($0) },
          "points": standing.points.map { points in
            .object(present: [
              "dots": points.dots.map(JSONValue.number),
              "ipfGL": points.ipfGL.map(JSONValue.number),
              "wilks": points.wilks.map(JSONValue.number),
            ])
          },
        ])
      }),
  ])
}

private func history(_ history: FeatHistory) -> JSONValue {
  .object(present: [
    "person": .string(history.person),
    "attempts": .array(history.attempts.map { .object(members($0)) }),
    "records": .array(history.records.map(record)),
    "greatest": (history.best?.value).map(JSONValue.number),
    "mean": history.average.map { average in
      .object([
        "value": .number(average.rounded), "count": .number(average.count),
        // Written as text, because a sum may have more digits than a JSON number holds.
        "sum": .string(decimalText(ofMillionths: average.sum)),
      ])
    },
  ])
}

private func members(_ judged: JudgedAttempt) -> [String: JSONValue] {
  let attempt = judged.attempt
  let members: [String: JSONValue?] = [
    "date": .string("\(attempt.day)"), "at": attempt.instant.map { .string("\($0)") },
    "from": .string(attempt.origin.rawValue), "line": attempt.line.map { .number($0) },
    "repetitions": attempt.repetitions.map { .number($0) },
    "loadKilograms": (attempt.load?.mass).map(JSONValue.number),
    "distanceMeters": attempt.distance.map(JSONValue.number),
    "durationSeconds": attempt.duration.map(JSONValue.number),
    "bodyWeightKilograms": attempt.bodyWeight.map(JSONValue.number),
    "value": judged.value.map(JSONValue.number),
    "refused": judged.refusal.map { .string($0.rawValue) },
    "milestone": judged.milestone.map(JSONValue.number),
    "records": judged.records.isEmpty ? nil : .array(judged.records.map(record)),
  ]
  return members.compactMapValues { $0 }
}

private func record(_ record: PersonalRecord) -> JSONValue {
  var load: JSONValue?
  if case .repetitionsAt(let mass) = record.kind { load = .number(mass) }
  return .object(present: [
    "kind": .string(record.kind.name), "loadKilograms": load, "value": .number(record.value),
    "before": record.before.map(JSONValue.number), "baseline": .bool(record.before == nil),
  ])
}

/// The boards as a table, with a line for each rank.
package func featTable(of picture: FeatPicture) -> String {
  let heading =
    "feat,board,from,to,rank,tied,person,value,unit,date,toBeat,next,gap,tier,movement,rankBefore,"
    + "dots,ipfGL,wilks\n"
  let rows = picture.entries.flatMap { entry in
    entry.boards.flatMap { board in board.standings.map { row($0, board) } }
  }
  return heading + rows.map { $0.joined(separator: ",") + "\n" }.joined()
}

private func row(_ standing: FeatStanding, _ board: FeatBoard) -> [String] {
  func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }
  return [
    csvField(board.feat.id), board.span.rawValue, text(board.days?.lowerBound),
    text(board.days?.upperBound), text(standing.rank), standing.isTied ? "yes" : "no",
    csvField(standing.person), text(standing.value), board.feat.counts.symbol,
    text(standing.best.attempt.day), text(standing.toBeat), text(standing.next),
    text(standing.gap), csvField(standing.tier?.rawValue ?? ""), standing.movement.rawValue,
    text(standing.rankBefore), text(standing.points?.dots), text(standing.points?.ipfGL),
    text(standing.points?.wilks),
  ]
}

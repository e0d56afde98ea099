import DaymarkModel
import GRDB

extension Database {
  func put(_ session: StrengthSession, at position: Int, of key: SubjectKey) throws {
    try put(
      "strength_session",
      [
        "challenge": key.challenge, "subject": key.subject, "position": position,
        "day": "\(session.day)", "start": session.start?.milliseconds,
        "end": session.end?.milliseconds, "source": Int(session.source), "input": session.input,
        "is_logged": session.isLogged, "recording": session.recording,
        "body_weight": session.bodyWeight?.microUnits,
        "body_weight_origin": session.bodyWeightOrigin.rawValue,
      ])
    for (number, set) in session.sets.enumerated() {
      try put(
        "strength_set",
        [
          "challenge": key.challenge, "subject": key.subject, "position": position,
          "number": number, "start": set.start?.milliseconds, "exercise": set.exercise,
          "ordinal": set.ordinal, "kind": set.kind.rawValue, "side": set.side?.rawValue,
          "repetitions": set.repetitions, "load": set.load?.mass?.microUnits,
          "load_meaning": set.load?.meaning.rawValue, "distance": set.distance?.microUnits,
          "duration": set.duration?.microUnits, "effort": set.effort?.tenths,
          "is_reserve": set.effort?.isReserve, "rest": set.rest?.microUnits,
          "tempo": set.tempo?.description,
        ])
    }
  }

  func strengthSessions(of key: SubjectKey) throws -> [StrengthSession] {
    var sessions: [StrengthSession] = []
    try rows(of: "strength_session", key, by: "position") { row in
      var session = StrengthSession(
        day: try row.day(), start: try row.optional("start", row.instant),
        end: try row.optional("end", row.instant),
        source: try row.require(UInt16(exactly: row.integer("source"))),
        input: try row.count("input"), isLogged: try row.flag("is_logged"),
        recording: try row.optional("recording", row.count),
        bodyWeight: try row.optional("body_weight", row.quantity))
      session.bodyWeightOrigin = try row.require(
        BodyWeightOrigin(rawValue: row.text("body_weight_origin")))
      sessions.append(session)
    }
    var (last, sets): (Int?, [StrengthSet]) = (nil, [])
    func endSession() {
      if let last { sessions[last].sets = StrengthSets(sets) }
      sets = []
    }
    try rows(of: "strength_set", key, by: "position, number") { row in
      let position = try row.count("position")
      guard sessions.indices.contains(position) else { throw row.failure }
      if position != last { endSession() }
      last = position
      sets.append(try row.strengthSet())
    }
    endSession()
    return sessions
  }
}

extension RowReader {
  fileprivate func strengthSet() throws -> StrengthSet {
    let meaning = try optional("load_meaning") { try require(LoadMeaning(rawValue: text($0))) }
    let isReserve = try optional("is_reserve", flag)
    return StrengthSet(
      start: try optional("start", instant), exercise: try optional("exercise", text),
      ordinal: try count("ordinal"), kind: try require(SetKind(rawValue: text("kind"))),
      side: try optional("side") { try require(BodySide(rawValue: text($0))) },
      repetitions: try optional("repetitions", count),
      load: try meaning.map { StrengthLoad(try optional("load", quantity), $0) },
      distance: try optional("distance", quantity), duration: try optional("duration", quantity),
      effort: try optional("effort") { column in
        let tenths = try count(column)
        return isReserve == true ? .reserve(tenths: tenths) : .perceived(tenths: tenths)
      },
      rest: try optional("rest", quantity),
      tempo: try optional("tempo") { try require(Tempo(text($0))) })
  }
}

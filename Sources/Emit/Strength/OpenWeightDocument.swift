package import DaymarkDocuments
package import DaymarkModel

/// The sessions in the form of openweight: a list with one log for each session.
///
/// The form is version 0.4.0 of <https://openweight.dev>. It has no place for the body weight, a
/// side, or the meaning of a load; these are extra members, which its schema allows. Sets without
/// an exercise cannot be written. See Strength, "Out".
package func openWeightDocument(of sessions: [StrengthSession], zone: Zone) -> JSONValue {
  .array(sessions.compactMap { log($0, zone) })
}

private func log(_ session: StrengthSession, _ zone: Zone) -> JSONValue? {
  let sets = session.sets.filter { $0.exercise?.isEmpty == false }
  guard !sets.isEmpty else { return nil }
  let length = session.end.flatMap { end in
    session.start.map { Quantity(microUnits: (end.milliseconds - $0.milliseconds) * 1000) }
  }
  return .object(present: [
    "date": .string(session.start.map { dateTime($0, zone) } ?? "\(session.day)"),
    "durationSeconds": length.map(JSONValue.number),
    "bodyWeightKilograms": session.bodyWeight.map(JSONValue.number),
    "exercises": .array(
      runs(of: sets).enumerated().map { index, run in exerciseLog(run, order: index + 1) }),
  ])
}

/// An instant as local time with its offset; in UTC where the offset is no whole number of minutes.
private func dateTime(_ instant: Instant, _ zone: Zone) -> String {
  let offset = zone.offsetSeconds(at: instant)
  guard offset % 60 == 0 else { return "\(instant)" }
  let wall = instant.advanced(byMilliseconds: Int64(offset) * 1000)
  return "\(wall)".dropLast() + Zone.fixedOffset(seconds: offset).id
}

/// Successive sets of one exercise, grouped, in the order of the log.
private func runs(of sets: [StrengthSet]) -> [[StrengthSet]] {
  sets.reduce(into: []) { runs, set in
    if runs.last?.last?.exercise == set.exercise {
      runs[runs.count - 1].append(set)
    } else {
      runs.append([set])
    }
  }
}

private func exerciseLog(_ sets: [StrengthSet], order: Int) -> JSONValue {
  .object([
    "exercise": .object(["name": .string(sets.first?.exercise ?? "")]), "order": .number(order),
    "sets": .array(sets.map(setLog)),
  ])
}

private func setLog(_ set: StrengthSet) -> JSONValue {
  var members: [String: JSONValue?] = [
    "type": .string(set.kind.openWeightType), "reps": set.repetitions.map(JSONValue.number),
    "durationSeconds": set.duration.map(JSONValue.number),
    "restSeconds": set.rest.map(JSONValue.number), "tempo": set.tempo.map { .string("\($0)") },
    "side": set.side.map { .string($0.rawValue) },
  ]
  if let mass = set.load?.mass {
    members["weight"] = .number(mass)
    members["unit"] = .string(LoadUnit.kilogram.rawValue)
  }
  if let meaning = set.load?.meaning, meaning != .external {
    members["loadMeaning"] = .string(meaning.rawValue)
  }
  if let distance = set.distance {
    members["distance"] = .number(distance)
    members["distanceUnit"] = .string(Unit.meter.rawValue)
  }
  members.merge(set.effort?.members ?? [:]) { $1 }
  return .object(present: members)
}

extension Effort {
  /// The effort as the schema takes it: the rate of perceived exertion, or the repetitions in
  /// reserve if they are whole.
  fileprivate var members: [String: JSONValue?] {
    switch self {
    case .reserve(let tenths) where tenths % 10 == 0: ["rir": .number(tenths / 10)]
    case .reserve(let tenths), .perceived(let tenths):
      ["rpe": .number(Quantity(microUnits: Int64(rate(tenths)) * 100_000))]
    }
  }

  private func rate(_ tenths: Int) -> Int {
    if case .reserve = self { 100 - tenths } else { tenths }
  }
}

extension SetKind {
  /// The kind of set in openweight's recommended words.
  fileprivate var openWeightType: String {
    switch self {
    case .warmUp: "warmup"
    case .working: "working"
    case .drop: "dropset"
    case .failure: "failure"
    case .restPause: "rest-pause"
    }
  }
}

package import DaymarkDocuments
package import DaymarkModel

/// A subject's strength training as JSON: weeks with their muscles, days, lifts, signs and
/// unmatched names.
///
/// - Parameter findings: The findings of the logs, as the program lists them.
package func strengthDocument(of picture: StrengthPicture, findings: JSONValue) -> JSONValue {
  let history = picture.history
  return .object([
    "zone": Members<ResolvedZone>.zone.kind.json(picture.zone),
    "formula": .string(history.formula.rawValue),
    "weeks": .array(history.weeks.map(week)), "days": .array(history.days.map(day)),
    "lifts": .array(history.lifts.map(lift)), "signs": .array(picture.signs.map(sign)),
    "findings": findings,
    "unmatched": .array(
      picture.unmatched.map { name in
        .object([
          "name": .string(name.name), "sets": .number(name.sets),
          "nearest": .array(name.nearest.map { .string($0.id) }),
        ])
      }),
  ])
}

/// A subject's strength training as a table with one figure on each line, for spreadsheets; unknown
/// figures have no line.
///
/// `from` is the day, or the week's Monday; `of` is the lift, the muscle or the landmark.
package func strengthTable(of picture: StrengthPicture) -> String {
  let history = picture.history
  var lines = ["from,period,kind,of,figure,value"]
  func add(
    _ from: CivilDay, _ period: String, _ kind: String, _ name: String,
    _ figures: [(name: String, value: Quantity?)]
  ) {
    for figure in figures {
      guard let value = figure.value else { continue }
      lines.append("\(from),\(period),\(kind),\(csvField(name)),\(figure.name),\(value)")
    }
  }
  for week in history.weeks {
    add(week.monday, "week", "all", "", week.figures.named)
    for muscle in week.muscles { add(week.monday, "week", "muscle", muscle.muscle, muscle.named) }
    for sets in week.landmarkSets {
      add(week.monday, "week", "landmark", sets.landmark.name, [("fractionalSets", sets.sets)])
    }
  }
  for day in history.days {
    add(day.day, "day", "all", "", day.figures.named)
    for lift in day.lifts { add(day.day, "day", "lift", lift.lift.name, lift.figures.named) }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func week(_ week: StrengthWeek) -> JSONValue {
  .object(
    week.figures.members.merging([
      "week": .string("\(week.monday)"), "complete": .bool(week.isComplete),
      "unmatchedHardSets": .number(week.unmatchedHardSets),
      "muscles": .array(
        week.muscles.map {
          .object(["muscle": .string($0.muscle)].merging(members($0.named)) { $1 })
        }
      ),
      "landmarks": .array(
        week.landmarkSets.map { sets in
          let landmark = sets.landmark
          return .object([
            "name": .string(landmark.name), "fractionalSets": .number(sets.sets),
            "maintenance": .number(landmark.maintenance),
            "leastEffective": .number(landmark.leastEffective),
            "mostAdaptive": .array([
              .number(landmark.mostAdaptive.lowerBound), .number(landmark.mostAdaptive.upperBound),
            ]), "mostRecoverable": .number(landmark.mostRecoverable),
            "source": .string(landmark.source),
          ])
        }),
    ]) { $1 })
}

private func day(_ day: StrengthDay) -> JSONValue {
  .object(
    day.figures.members.merging([
      "date": .string("\(day.day)"),
      "lifts": .array(
        day.lifts.map { .object($0.figures.members.merging(members($0.lift)) { $1 }) }),
    ]) { $1 })
}

private func lift(_ history: LiftHistory) -> JSONValue {
  .object(
    members(history.lift).merging([
      "heaviestByRepetitions": .object(
        Dictionary(
          uniqueKeysWithValues: history.heaviest.map { ("\($0)", JSONValue.number($1)) })),
      "sessions": .array(
        history.sessions.map {
          .object($0.figures.members.merging(["date": .string("\($0.day)")]) { $1 })
        }),
    ]) { $1 })
}

private func members(_ lift: Lift) -> [String: JSONValue] {
  ["exercise": lift.exercise.map { .string($0.id) } ?? .null, "name": .string(lift.name)]
}

private func sign(_ sign: StrengthSign) -> JSONValue {
  let figures = sign.figures.map { figure, values in
    (figure.rawValue, JSONValue.array(values.map(JSONValue.number)))
  }
  return .object(present: [
    "code": .string(sign.code.rawValue), "of": sign.subject.map(JSONValue.string),
    "weeks": .array(sign.weeks.map { .string("\($0)") }),
    "figures": .object(Dictionary(uniqueKeysWithValues: figures)),
  ])
}

/// Figures as members of an object; an unknown one is `null`, because it is not zero.
private func members(_ figures: [(name: String, value: Quantity?)]) -> [String: JSONValue] {
  Dictionary(
    uniqueKeysWithValues: figures.map { ($0.name, $0.value.map(JSONValue.number) ?? .null) })
}

extension StrengthFigures {
  fileprivate var members: [String: JSONValue] { DaymarkEmit.members(named) }

  /// The figures, by their names in documents.
  fileprivate var named: [(name: String, value: Quantity?)] {
    [
      ("sessions", Quantity(sessions)), ("exercises", Quantity(exercises)),
      ("sets", Quantity(sets)), ("hardSets", Quantity(hardSets)),
      ("hardSetsOfUnknownEffort", Quantity(hardSetsOfUnknownEffort)),
      ("repetitions", Quantity(repetitions)), ("volumeKilograms", volume),
      ("setsOfUnknownUnit", Quantity(setsOfUnknownUnit)),
      ("setsOfUnknownBodyWeight", Quantity(setsOfUnknownBodyWeight)),
      ("timeUnderTensionSeconds", timeUnderTension), ("rests", Quantity(rests)),
      ("restsKept", Quantity(restsKept)), ("heaviestKilograms", heaviest),
      ("bestEstimateKilograms", bestEstimate), ("meanEstimateKilograms", meanEstimate),
    ]
  }
}

extension MuscleVolume {
  /// The figures of the three methods, by their names in documents.
  fileprivate var named: [(name: String, value: Quantity?)] {
    [
      ("shareOfEffort", Quantity(shareOfEffort)), ("volumeByShareKilograms", volumeByShare),
      ("fractionalSets", fractionalSets), ("effectiveRepetitions", effectiveRepetitions),
    ]
  }
}

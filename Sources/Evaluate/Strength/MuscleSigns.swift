import DaymarkModel

/// The muscles with too little or too much work in the last complete weeks, in the order of the landmarks.
func muscleSigns(of weeks: [StrengthWeek]) -> [StrengthSign] {
  let landmarks = weeks.last?.landmarkSets.map(\.landmark) ?? []
  return landmarks.indices.compactMap { index in
    let sets = weeks.map { WeekSets(monday: $0.monday, sets: $0.landmarkSets[index].sets) }
    return tooLittle(landmarks[index], sets) ?? tooMuch(landmarks[index], sets)
  }
}

/// The fractional sets of a muscle in one week.
private struct WeekSets {
  let monday: CivilDay
  let sets: Quantity
}

private func tooLittle(_ landmark: Landmark, _ weeks: [WeekSets]) -> StrengthSign? {
  let last = weeks.suffix(SignRule.weeksBelow)
  let bound = Quantity(landmark.leastEffective)
  guard last.count == SignRule.weeksBelow, last.allSatisfy({ $0.sets < bound }) else { return nil }
  let isUntrained = last.allSatisfy { $0.sets == .zero }
  return sign(isUntrained ? .untrained : .underStimulated, landmark, last, bound)
}

private func tooMuch(_ landmark: Landmark, _ weeks: [WeekSets]) -> StrengthSign? {
  let most = Quantity(landmark.mostRecoverable)
  if let last = weeks.last, last.sets > most {
    return sign(.overMaximum, landmark, weeks.suffix(1), most)
  }
  let last = weeks.suffix(SignRule.weeksAbove)
  let useful = Quantity(landmark.mostAdaptive.upperBound)
  guard last.count == SignRule.weeksAbove, last.allSatisfy({ $0.sets > useful }) else { return nil }
  return sign(.overUseful, landmark, last, useful)
}

private func sign(
  _ code: StrengthSign.Code, _ landmark: Landmark, _ weeks: ArraySlice<WeekSets>, _ bound: Quantity
) -> StrengthSign {
  StrengthSign(
    code, of: landmark.name, weeks: weeks.map(\.monday),
    [.sets: weeks.map(\.sets), .bound: [bound]])
}

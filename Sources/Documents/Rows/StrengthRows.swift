package import DaymarkModel

extension Members<DailyStrength> {
  package static let strengthDay = Members(
    DailyStrength(day: CivilDay(ordinal: 0)),
    [
      .needed("date", \.day, .day), .needed("sessions", \.sessions, .count),
      .needed("unmetSessions", \.unmetSessions, .count), .needed("exercises", \.exercises, .count),
      .needed("unmatchedExercises", \.unmatchedExercises, .count), .needed("sets", \.sets, .count),
      .needed("hardSets", \.hardSets, .count), .needed("repetitions", \.repetitions, .count),
      .needed(
        "volumeKilograms", \.volume, .amount,
        "Load times repetitions, of the sets whose load is known."),
      .needed("setsOfUnknownUnit", \.setsOfUnknownUnit, .count),
      .needed("setsOfUnknownBodyWeight", \.setsOfUnknownBodyWeight, .count),
      .unlessEmpty(
        "setsByBodyWeight", \.setsByBodyWeight, .counts(of: BodyWeightOrigin.self),
        "The sets that lift a body of known weight, by where it is known from."),
      .optional("secondsUnderTension", \.timeUnderTension, .amount),
      .needed("rests", \.rests, .count), .needed("restsKept", \.restsKept, .count),
      .needed(
        "lifts", \.lifts, .list(Members<DailyLift>.lift.kind),
        "The exercises of the table, by id."),
    ])
}

extension Members<DailyLift> {
  package static let lift = Members(
    DailyLift(exercise: ""),
    [
      .needed("exercise", \.exercise, .text), .needed("sets", \.sets, .count),
      .needed("repetitions", \.repetitions, .count),
      .needed("mostRepetitions", \.mostRepetitions, .count),
      .needed("setsOfUnknownUnit", \.setsOfUnknownUnit, .count),
      .needed("setsOfUnknownBodyWeight", \.setsOfUnknownBodyWeight, .count),
      .optional("heaviestKilograms", \.heaviest, .amount),
      .optional("bestEstimateKilograms", \.bestEstimate, .amount),
      .optional("meanEstimateKilograms", \.meanEstimate, .amount),
      .optional(
        "mostBodyWeights", \.mostBodyWeights, .exactAmount,
        "The greatest load as a multiple of the body's weight, where the rule asks for it."),
      .unlessEmpty("setsWithoutBodyWeight", \.setsWithoutBodyWeight, .count),
    ])
}

extension Members<StrengthSession> {
  package static let strengthSession = Members(
    StrengthSession(day: CivilDay(ordinal: 0)),
    [
      .needed("day", \.day, .day), .optional("start", \.start, .instant),
      .optional("end", \.end, .instant), .needed("source", \.source, .sourceRank),
      .needed("input", \.input, .count), .needed("isLogged", \.isLogged, .flag),
      .optional("recording", \.recording, .count),
      .optional("bodyWeight", \.bodyWeight, .exactAmount),
      .unlessEmpty("bodyWeightOrigin", \.bodyWeightOrigin, .word),
      .optional("measuredWeight", \.measuredWeight, .exactAmount),
      .needed("sets", \.sets, .strengthSets),
    ])
}

extension Kind<UInt16> {
  /// The rank of a source in the subject's order.
  package static let sourceRank = whole(0...UInt16.max)
}

extension Kind<StrengthSets> {
  /// The sets of a session, which are read and written one by one, so that they never lie in memory
  /// together.
  fileprivate static let strengthSets = {
    let set = Members<StrengthSet>.strengthSet.kind
    return Kind(
      schema: .object(["type": .string("array"), "items": set.schema]),
      write: { sets, writer in
        writer.array { writer in
          for one in sets { set.write(one, &writer) }
        }
      },
      read: { reader in Kind<[StrengthSet]>.list(set).read(&reader).map { StrengthSets($0) } })
  }()
}

extension Members<StrengthSet> {
  package static let strengthSet = Members(
    StrengthSet(),
    [
      .optional("start", \.start, .instant), .optional("exercise", \.exercise, .text),
      .unlessEmpty("ordinal", \.ordinal, .countFromOne), .unlessEmpty("kind", \.kind, .word),
      .optional("side", \.side, .word), .optional("repetitions", \.repetitions, .count),
      .optional("load", \.load, Members<StrengthLoad>.load.kind),
      .optional("distance", \.distance, .exactAmount),
      .optional("duration", \.duration, .exactAmount),
      .optional("perceivedTenths", \.perceivedTenths, .count),
      .optional("reserveTenths", \.reserveTenths, .count),
      .optional("rest", \.rest, .exactAmount),
      .optional("tempo", \.tempo, .spelled(.object([:]), \.description, Tempo.init)),
    ])
}

extension StrengthSet {
  fileprivate var perceivedTenths: Int? {
    get { if case .perceived(let tenths)? = effort { tenths } else { nil } }
    set { effort = newValue.map { .perceived(tenths: $0) } }
  }

  fileprivate var reserveTenths: Int? {
    get { if case .reserve(let tenths)? = effort { tenths } else { nil } }
    set { effort = newValue.map { .reserve(tenths: $0) } }
  }
}

extension Members<StrengthLoad> {
  fileprivate static let load = Members(
    StrengthLoad(nil),
    [.optional("mass", \.mass, .exactAmount), .unlessEmpty("meaning", \.meaning, .word)])
}

import DaymarkModel

extension LiftRecord {
  /// - Parameter isShipped: Whether the file came with the program, of which a test knows that its exercises
  ///   are in the table: reading that takes longer than all else.
  init?(_ mapping: YAMLMapping, isShipped: Bool) {
    let exercise = isShipped ? mapping.word("exercise") : readExercise("exercise", of: mapping)
    let sex = mapping.choice("sex", Sex.self)
    let load = mapping.read("load") { limitQuantity($0, in: FlagCode.liftLoad.unit) }
    let bodyWeight = mapping.read("bodyWeight") { limitQuantity($0, in: FlagCode.liftLoad.unit) }
    guard let exercise, let sex, let load, load > .zero else { return nil }
    self.init(exercise: exercise, sex: sex, bodyWeight: bodyWeight, load: load)
  }
}

extension LiftRecord {
  /// The record as JSON, for the digest of its limits.
  var definition: JSONValue {
    .object(present: [
      "exercise": .string(exercise), "sex": .string(sex.rawValue),
      "bodyWeight": bodyWeight.map { .string("\($0) kg") }, "load": .string("\(load) kg"),
    ])
  }
}

extension KeyTable {
  static let liftLimit = KeyTable([
    .needed("aboveRecord", .quantity("%")),
    .needed("records", .list(.mapping(liftRecord), of: .record)),
    .needed("source", .text),
  ])

  static let liftRecord = KeyTable([
    .needed("exercise", .exercise), .needed("sex", .choice(Sex.allCases.map(\.rawValue))),
    .optional("bodyWeight", .quantity(FlagCode.liftLoad.unit)),
    .needed("load", .quantity(FlagCode.liftLoad.unit)),
  ])
}

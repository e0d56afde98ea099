import DaymarkModel

/// The keys that one mapping of the files that people write may hold.
///
/// The loader reads by these tables and takes its "expected" and "did you mean" from them, and the JSON
/// Schemas are made of them: a key that is not here does not exist.
struct KeyTable: Sendable {
  struct Key: Sendable {
    let name: String
    let form: Form
    let isRequired: Bool

    /// What its value must be, as a finding names it.
    var expected: ExpectedValue { form.expected }
  }

  let keys: [Key]
  /// Of each group exactly one key is written.
  let alternatives: [[String]]
  /// Of these at least one is written, if there are any.
  let needsAny: [String]

  init(_ keys: [Key], oneOf alternatives: [String]..., needsAny: [String] = []) {
    (self.keys, self.alternatives, self.needsAny) = (keys, alternatives, needsAny)
  }

  subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

extension KeyTable.Key {
  static func needed(_ name: String, _ form: Form) -> Self {
    Self(name: name, form: form, isRequired: true)
  }

  static func optional(_ name: String, _ form: Form) -> Self {
    Self(name: name, form: form, isRequired: false)
  }
}

// Forms that several files have. The patterns are those of ECMAScript, as JSON Schema reads them.
extension Form {
  static let date = Form.word(
    Pattern(
      "^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
        + "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$"),
    .date)
}

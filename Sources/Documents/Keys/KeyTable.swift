package import DaymarkModel

/// The keys that one mapping of the files that people write may hold.
///
/// The loader reads by these tables and takes its "expected" and "did you mean" from them, and the JSON
/// Schemas are made of them: a key that is not here does not exist.
package struct KeyTable: Sendable {
  package struct Key: Sendable {
    package let name: String
    package let form: Form
    package let isRequired: Bool
    /// The value that holds where the key is not written; a rule's definition never writes it.
    package let standard: JSONValue?
    /// Whether no message shows what is written: it opens something.
    package var isSecret = false

    /// The expected value, as a finding names it.
    package var expected: ExpectedValue { form.expected }
  }

  package let keys: [Key]
  /// Groups of keys; exactly one key of each is written.
  package let alternatives: [[String]]
  /// Keys of which at least one is written, if there are any.
  package let needsAny: [String]

  package init(_ keys: [Key], oneOf alternatives: [String]..., needsAny: [String] = []) {
    self.init(keys, alternatives: alternatives, needsAny: needsAny)
  }

  package init(_ keys: [Key], alternatives: [[String]], needsAny: [String] = []) {
    (self.keys, self.alternatives, self.needsAny) = (keys, alternatives, needsAny)
  }

  package subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

extension KeyTable.Key {
  package static func needed(_ name: String, _ form: Form) -> Self {
    Self(name: name, form: form, isRequired: true, standard: nil)
  }

  package static func optional(
    _ name: String, _ form: Form, standard: JSONValue? = nil, isSecret: Bool = false
  ) -> Self {
    Self(name: name, form: form, isRequired: false, standard: standard, isSecret: isSecret)
  }
}

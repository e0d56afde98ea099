package import DaymarkModel

/// The keys that one mapping may have in files that people write.
///
/// The loader reads by these tables and takes "expected" and "did you mean" of its messages from
/// them; the JSON Schemas are generated from them. A key that is not in a table does not exist.
package struct KeyTable: Sendable {
  package struct Key: Sendable {
    package let name: String
    package let form: Form
    package let isRequired: Bool
    /// The value that holds where the key is not written; a rule's definition leaves it out.
    package let standard: JSONValue?
    /// Whether messages must not show the value, because it is a secret such as a token.
    package var isSecret = false

    /// The expected value, for messages.
    package var expected: ExpectedValue { form.expected }
  }

  package let keys: [Key]
  /// Groups of keys, of each of which exactly one must be written.
  package let alternatives: [[String]]
  /// Keys of which at least one must be written; empty where that is not required.
  package let atLeastOneOf: [String]
  /// Whether the mapping is a leaf that is asked of each week, month or stretch of days.
  package private(set) var isOfStretches = false

  package init(_ keys: [Key], oneOf alternatives: [String]..., atLeastOneOf: [String] = []) {
    self.init(keys, alternatives: alternatives, atLeastOneOf: atLeastOneOf)
  }

  package init(_ keys: [Key], alternatives: [[String]], atLeastOneOf: [String] = []) {
    (self.keys, self.alternatives, self.atLeastOneOf) = (keys, alternatives, atLeastOneOf)
  }

  package subscript(name: String) -> Key? { keys.first { $0.name == name } }

  /// Returns the table without one of its keys, which must not be in a group.
  func without(_ name: String) -> KeyTable {
    KeyTable(
      keys.filter { $0.name != name }, alternatives: alternatives, atLeastOneOf: atLeastOneOf)
  }

  /// The table, for a leaf that is asked of each week, month or stretch of days.
  var askedOfStretches: KeyTable {
    var table = self
    table.isOfStretches = true
    return table
  }
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

import DaymarkModel

/// The canonical members of one mapping of a rule, with the table of its keys.
///
/// They are from a ``Rule/definition``, or from a rule file whose loader has already reported every
/// mistake.
package struct Fields {
  let members: [String: JSONValue]
  let table: KeyTable

  package init(_ members: [String: JSONValue], of table: KeyTable) {
    (self.members, self.table) = (members, table)
  }

  /// The value of a key, or its standard value where the key is not written.
  package subscript(key: String) -> JSONValue? { members[key] ?? table[key]?.standard }

  func number(_ key: String) -> Int? {
    guard case .number(let number)? = self[key], let whole = Int(exactly: number),
      case .number(let range, _)? = table[key]?.form, range.contains(whole)
    else { return nil }
    return whole
  }

  func word<Word: RawRepresentable<String>>(_ key: String) -> Word? {
    if case .string(let text)? = self[key] { Word(rawValue: text) } else { nil }
  }

  func truth(_ key: String) -> Bool? {
    if case .bool(let truth)? = self[key] { truth } else { nil }
  }

  /// The texts of a list, or the single text that is written in place of one.
  func words(_ key: String) -> Set<String>? {
    switch self[key] {
    case .array(let elements)?:
      Set(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case .string(let text)?: [text]
    default: nil
    }
  }

  /// The words of a list, or the single word that is written in place of one.
  func words<Word: RawRepresentable<String> & Hashable>(_ key: String) -> Set<Word>? {
    switch self[key] {
    case .array(let elements)?:
      Set(
        elements.compactMap { if case .string(let text) = $0 { Word(rawValue: text) } else { nil } }
      )
    case .string(let text)?: Set([text].compactMap(Word.init(rawValue:)))
    default: nil
    }
  }

  func fields(_ key: String) -> Fields? {
    guard case .object(let members)? = members[key], case .mapping(let table)? = table[key]?.form
    else { return nil }
    return Fields(members, of: table)
  }
}

/// Some keys of a rule's mapping and the value that they give, both for reading and for writing.
struct Part<Value>: Sendable {
  var keys: [KeyTable.Key] = []
  /// Groups of keys, of each of which exactly one must be written.
  var alternatives: [[String]] = []
  /// Reads the value; returns `nil` when the fields do not give one.
  let read: @Sendable (Fields) -> Value?
  /// Writes the value; returns `nil` when it cannot be expressed with these keys.
  let write: @Sendable (Value) -> [String: JSONValue]?

  var table: KeyTable { KeyTable(keys, alternatives: alternatives) }

  /// The value as a definition has it, without members that have their standard value.
  func definition(of value: Value) -> JSONValue? {
    let table = table
    return write(value).map { .object($0.filter { table[$0.key]?.standard != $0.value }) }
  }

  func value(of definition: JSONValue) -> Value? {
    guard case .object(let members) = definition else { return nil }
    return read(Fields(members, of: table))
  }
}

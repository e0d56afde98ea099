import DaymarkModel

/// The fields of one mapping of a rule, canonical, with the table that says what they are.
///
/// They come from a ``Rule/definition``, or from a rule's file, whose loader has reported what is wrong.
package struct Fields {
  let members: [String: JSONValue]
  let table: KeyTable

  package init(_ members: [String: JSONValue], of table: KeyTable) {
    (self.members, self.table) = (members, table)
  }

  /// The value of a key, or the standard value where the key is not written.
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

  /// The texts of a list, or the one that stands in place of it.
  func words(_ key: String) -> Set<String>? {
    switch self[key] {
    case .array(let elements)?:
      Set(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case .string(let text)?: [text]
    default: nil
    }
  }

  /// The words of a list, or the one that stands in place of it.
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

/// Keys of a mapping of a rule and the value that they make, in both directions.
struct Part<Value>: Sendable {
  var keys: [KeyTable.Key] = []
  /// Groups of keys; exactly one key of each is written.
  var alternatives: [[String]] = []
  /// `nil` when the fields make no value.
  let read: @Sendable (Fields) -> Value?
  /// `nil` when the value is not one of these keys.
  let write: @Sendable (Value) -> [String: JSONValue]?

  var table: KeyTable { KeyTable(keys, alternatives: alternatives) }

  /// The fields as a definition has them: without what holds anyway.
  func definition(of value: Value) -> JSONValue? {
    let table = table
    return write(value).map { .object($0.filter { table[$0.key]?.standard != $0.value }) }
  }

  func value(of definition: JSONValue) -> Value? {
    guard case .object(let members) = definition else { return nil }
    return read(Fields(members, of: table))
  }
}

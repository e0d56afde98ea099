// Numbers by the words that they are of, as documents and the store have them.
extension Dictionary where Key: RawRepresentable<String>, Value == Int {
  /// The numbers by name; `nil` when there are none.
  package var json: JSONValue? {
    guard !isEmpty else { return nil }
    return .object(
      [String: JSONValue](
        uniqueKeysWithValues: map { ($0.key.rawValue, .number($0.value)) }))
  }

  /// The numbers that JSON names: none where there is nothing; `nil` when a part cannot be read.
  package init?(json: JSONValue?) {
    self = [:]
    guard let json else { return }
    guard case .object(let members) = json else { return nil }
    for (name, value) in members {
      guard let word = Key(rawValue: name), case .number(let number) = value,
        let count = Int(exactly: number)
      else { return nil }
      self[word] = count
    }
  }
}

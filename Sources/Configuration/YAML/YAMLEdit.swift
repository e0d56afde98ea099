import DaymarkModel

// Replaces single values in the text of a YAML file, so that its comments and layout are kept.

extension YAMLValue {
  /// The value at a path; `nil` where there is none.
  func value(at path: RulePath) -> YAMLValue? {
    path.keys.reduce(self as YAMLValue?) {
      value, key in
      if let entries = value?.entries {
        return entries.first { $0.key.text.map { $0 == key } == true }?.value
      }
      guard let elements = value?.elements, let index = Int(key), elements.indices.contains(index)
      else { return nil }
      return elements[index]
    }
  }

  /// The range of a scalar in the text, including its quotes; `nil` unless it stands on one line
  /// without escapes.
  func range(in text: String) -> Range<String.Index>? {
    guard let scalar = self.text, let line = place.line, let column = place.column else {
      return nil
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let rest = lines[line - 1].dropFirst(column - 1)
    let forms = isPlain ? [scalar] : ["\"\(scalar)\"", "'\(scalar)'"]
    guard let form = forms.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
      return nil
    }
    return rest.startIndex..<rest.index(rest.startIndex, offsetBy: form.unicodeScalars.count)
  }
}

/// The text of a YAML file whose values can be replaced one by one.
struct YAMLText {
  private(set) var text: String
  let file: String

  /// The parsed text; `nil` when it is not YAML.
  var root: YAMLValue? { readYAML(text, file: file, FindingCollector()) }

  /// Replaces the value at a path; nothing changes if there is none that can be replaced.
  mutating func replace(_ path: RulePath, with value: String) {
    replace([root?.value(at: path)].compactMap { $0 }.map { ($0, value) })
  }

  /// Replaces scalars of ``root``.
  mutating func replace(_ values: [(old: YAMLValue, new: String)]) {
    let edits = values.compactMap { old, new in
      old.range(in: text).map { (range: $0, text: written(new, inPlaceOf: old)) }
    }
    // From the end, so that the ranges of earlier values stay valid.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(edit.range, with: edit.text)
    }
  }

  /// Removes a key at the top level of the file, with its value.
  mutating func remove(_ key: String) {
    guard let entry = root?.entries?.first(where: { $0.key.text == key }),
      let first = entry.key.place.line, let last = entry.value.place.line
    else { return }
    replaceLines(first...last, with: [])
  }

  /// Replaces lines.
  ///
  /// - Parameter range: The numbers of the lines, from 1.
  mutating func replaceLines(_ range: ClosedRange<Int>, with lines: [String]) {
    var all = self.lines
    guard range.lowerBound >= 1, range.upperBound <= all.count else { return }
    all.replaceSubrange((range.lowerBound - 1)...(range.upperBound - 1), with: lines)
    text = all.joined(separator: "\n")
  }

  /// Adds a line at the end.
  mutating func append(_ line: String) {
    text += (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + line + "\n"
  }

  /// Replaces the elements of a list in brackets that stands on one line.
  mutating func replaceElements(of list: YAMLValue, with elements: [String]) {
    guard let line = list.place.line, let column = list.place.column else { return }
    var all = lines
    guard all.indices.contains(line - 1) else { return }
    let scalars = Array(all[line - 1].unicodeScalars)
    guard scalars.indices.contains(column - 1), scalars[column - 1] == "[",
      let end = scalars[column...].firstIndex(of: "]")
    else { return }
    let before = String(String.UnicodeScalarView(scalars[..<column]))
    let after = String(String.UnicodeScalarView(scalars[end...]))
    all[line - 1] = before + elements.joined(separator: ", ") + after
    text = all.joined(separator: "\n")
  }

  var lines: [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The text without quotes, if every reader of YAML then reads the same text; otherwise in
  /// quotes.
  private func written(_ text: String, inPlaceOf old: YAMLValue) -> String {
    let words = #/~?[A-Za-z0-9][A-Za-z0-9.:/+%@-]*( [A-Za-z0-9.:/+%@-]+)*/#
    let isPlain =
      old.isPlain && text.wholeMatch(of: words) != nil && !text.contains(": ")
      && text.last != ":"
      && !["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
    return isPlain ? text : quotedScalar(text)
  }
}

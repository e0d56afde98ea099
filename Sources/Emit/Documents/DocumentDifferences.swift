package import DaymarkDocuments
package import DaymarkModel

/// Compares stored bytes with the canonical bytes of a document that was built again.
///
/// - Returns: The first difference in each top-level member, in the order of the members' names,
///   with `tool.version` last; empty when every byte is equal.
/// - Throws: `evidence.unreadable` when `stored` is no JSON.
package func documentDifferences(
  stored: [UInt8], rebuilt: JSONValue
) throws(DaymarkError) -> [DocumentDifference] {
  guard stored != rebuilt.canonicalBytes() else { return [] }
  guard let document = try? JSONValue(parsing: stored) else {
    throw DaymarkError(.evidenceUnreadable)
  }
  let list = documentDifferences(document, rebuilt)
  return list.isEmpty ? [DocumentDifference(kind: .encoding)] : list
}

/// Compares the values of two documents, whatever their bytes.
///
/// - Returns: The differences as ``documentDifferences(stored:rebuilt:)`` gives them, without those
///   of encoding.
package func documentDifferences(
  _ document: JSONValue, _ rebuilt: JSONValue
) -> [DocumentDifference] {
  guard case .object(var found) = document, case .object(var expected) = rebuilt else {
    return firstDifference(document, rebuilt, at: "$").map {
      [DocumentDifference(path: $0, kind: .content)]
    } ?? []
  }
  let versionPath = firstDifference(found.removeToolVersion(), expected.removeToolVersion(), at: "")
  var list = memberNames(found, expected).compactMap { name in
    firstDifference(found[name], expected[name], at: "$" + step(name)).map {
      DocumentDifference(path: $0, kind: .content)
    }
  }
  if versionPath != nil {
    list.append(DocumentDifference(path: "$.tool.version", kind: .toolVersion))
  }
  return list
}

extension [String: JSONValue] {
  fileprivate mutating func removeToolVersion() -> JSONValue? {
    guard case .object(var tool) = self["tool"] else { return nil }
    let version = tool.removeValue(forKey: "version")
    self["tool"] = .object(tool)
    return version
  }
}

/// The path of the first place where two values differ; `nil` where they are equal.
package func firstDifference(_ a: JSONValue?, _ b: JSONValue?, at path: String) -> String? {
  switch (a, b) {
  case (nil, nil): return nil
  case (.object(let a), .object(let b)):
    return memberNames(a, b).lazy.compactMap { name in
      firstDifference(a[name], b[name], at: path + step(name))
    }.first
  case (.array(let a), .array(let b)):
    return (0..<max(a.count, b.count)).lazy.compactMap { index in
      firstDifference(
        index < a.count ? a[index] : nil, index < b.count ? b[index] : nil, at: "\(path)[\(index)]")
    }.first
  case (let a?, let b?):
    // Compared as bytes, because strings that are equivalent in Unicode are different evidence.
    return a.canonicalBytes() == b.canonicalBytes() ? nil : path
  default: return path
  }
}

func memberNames(_ a: [String: JSONValue], _ b: [String: JSONValue]) -> [String] {
  Set(a.keys).union(b.keys).sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
}

/// A member as a step of a JSON path: `.steps`, or `['apple.watch.1']` (RFC 9535) where the name
/// needs quotes.
func step(_ name: String) -> String {
  let isPlain = name.utf8.allSatisfy {
    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      || $0 == UInt8(ascii: "_")
  }
  if isPlain, !name.isEmpty { return ".\(name)" }
  let escaped = name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  return "['\(escaped)']"
}

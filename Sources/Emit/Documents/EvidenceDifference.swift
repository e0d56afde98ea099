public import DaymarkModel

/// A place where stored evidence is not what its inputs give.
public struct EvidenceDifference: Hashable, Sendable {
  /// The kind of a difference.
  public enum Kind: String, Sendable {
    /// Another value, or one that only one of the two has.
    case content
    /// The same values, but not in canonical bytes, so that the digest is another.
    case encoding
    /// Written by another version of this program, which alone changes no figure.
    case toolVersion
  }

  /// A JSON path, such as `$.dailySteps[3].steps`; `$` for the whole document.
  public var path: String
  /// The way in which they differ.
  public var kind: Kind

  /// Makes a difference at a path, such as `$.dailySteps[3].steps`.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// The differences between stored bytes and the canonical bytes of a document built anew.
///
/// - Returns: The first difference of each top-level section, sections in the order of their names,
///   `tool.version` last; empty when every byte is the same.
/// - Throws: `evidence.unreadable` when `stored` is no JSON.
public func evidenceDifferences(
  stored: [UInt8], rebuilt: JSONValue
) throws(DaymarkError) -> [EvidenceDifference] {
  guard stored != rebuilt.canonicalBytes() else { return [] }
  guard let document = try? JSONValue(parsing: stored) else {
    throw DaymarkError(.evidenceUnreadable)
  }
  guard case .object(var found) = document, case .object(var expected) = rebuilt else {
    return [EvidenceDifference(path: "$", kind: .content)]
  }
  let versionPath = firstDifference(found.removeToolVersion(), expected.removeToolVersion(), at: "")
  var list = memberNames(found, expected).compactMap { name in
    firstDifference(found[name], expected[name], at: "$" + step(name)).map {
      EvidenceDifference(path: $0, kind: .content)
    }
  }
  if versionPath != nil {
    list.append(EvidenceDifference(path: "$.tool.version", kind: .toolVersion))
  }
  return list.isEmpty ? [EvidenceDifference(path: "$", kind: .encoding)] : list
}

extension [String: JSONValue] {
  fileprivate mutating func removeToolVersion() -> JSONValue? {
    guard case .object(var tool) = self["tool"] else { return nil }
    let version = tool.removeValue(forKey: "version")
    self["tool"] = .object(tool)
    return version
  }
}

/// The path of the first place where two values differ, or `nil` where none does.
private func firstDifference(_ a: JSONValue?, _ b: JSONValue?, at path: String) -> String? {
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
    // As bytes, because strings that Unicode calls equivalent are different evidence.
    return a.canonicalBytes() == b.canonicalBytes() ? nil : path
  default: return path
  }
}

private func memberNames(_ a: [String: JSONValue], _ b: [String: JSONValue]) -> [String] {
  Set(a.keys).union(b.keys).sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
}

/// A member's step in a path: `.steps`, or `['apple.watch.1']` (RFC 9535) where a name needs it.
private func step(_ name: String) -> String {
  let isPlain = name.utf8.allSatisfy {
    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      || $0 == UInt8(ascii: "_")
  }
  if isPlain, !name.isEmpty { return ".\(name)" }
  let escaped = name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  return "['\(escaped)']"
}

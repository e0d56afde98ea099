import Foundation

/// The kinds of device that a source can be; the raw value is the rank in the default order.
///
/// See Semantics, "Sources and their order".
package enum DeviceClass: Int, CaseIterable, Hashable, Comparable, Sendable {
  case watch, phone, tracker, app

  /// The stable name in options, evidence and store.
  package var id: String { String(describing: self) }

  /// The class with a name; `nil` when there is none.
  package init?(id: String) {
    guard let value = DeviceClass.allCases.first(where: { $0.id == id }) else { return nil }
    self = value
  }

  /// Orders classes, best first.
  package static func < (a: DeviceClass, b: DeviceClass) -> Bool { a.rawValue < b.rawValue }
}

/// The device or app that wrote data: a provider, a name and, where several devices have that name,
/// the hardware.
package struct Source: Hashable, Sendable {
  package var provider: Provider
  /// The name as people read it, after normalisation.
  ///
  /// It is private and never enters evidence.
  package var name: String
  /// The best class on any of the source's records.
  package var deviceClass: DeviceClass
  /// The hardware that the file states for the device, or else manufacturer and model; empty for a
  /// device with neither, `nil` where no device is stated.
  ///
  /// As private as the name. In a ``SampleSet`` it is `nil` unless several devices have the name.
  package var hardware: String?

  package init(
    provider: Provider, name: String, deviceClass: DeviceClass, hardware: String? = nil
  ) {
    self.provider = provider
    self.name = name
    self.deviceClass = deviceClass
    self.hardware = hardware
  }
}

extension Source {
  /// Whether the source only repeats what others recorded: an app that sums up a phone's store, or
  /// data that one store took over from another.
  ///
  /// Such a source comes last, and counts only on days without data from any other source; see
  /// Semantics, "Echoes".
  package var isEcho: Bool {
    provider == .healthAutoExport
      || provider == .fitbit && ["Health Connect", "Health Kit"].contains { name.hasSuffix($0) }
  }

  /// Whether the source stands for the routes of an Apple Health export, each of which belongs to a
  /// workout.
  package var isOfAppleRoutes: Bool { name == "Apple Health Export" }

  /// The provider and the class of device, such as `apple.phone`.
  ///
  /// `sourcePriority` takes it, and the keys of evidence begin with it.
  package var kind: String { "\(provider).\(deviceClass.id)" }

  /// The source that stands for one person of a file with several people's attempts.
  ///
  /// - Parameter id: The person's id as the file has it.
  package static func person(_ id: String) -> Source {
    Source(provider: .person, name: id, deviceClass: .app)
  }
}

/// A source's name in the form in which names are compared: in Unicode NFC, with no-break spaces as
/// spaces.
///
/// See Semantics, "Sources and their order".
package func comparableName(_ name: String) -> String {
  // ASCII has neither combining marks nor no-break spaces.
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
  var scalars = String.UnicodeScalarView()
  for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
    scalars.append(scalar == "\u{A0}" || scalar == "\u{202F}" ? " " : scalar)
  }
  return String(scalars)
}

/// The order in which sources count, best first.
///
/// The order is by the patterns of `sourcePriority`, then device class, provider, name in Unicode
/// scalar order, and hardware; echoes come behind all others. See Semantics, "Sources and their
/// order".
package struct SourceOrder: Hashable, Sendable {
  /// Patterns (`*`, `?`) for the name, or `provider:NAME`, or kinds of sources, in the form in
  /// which names are compared.
  package let patterns: [String]

  /// Makes the order of an operator's patterns.
  ///
  /// - Parameter patterns: Patterns in any spelling, so that a name copied from an export matches
  ///   itself.
  package init(patterns: [String] = []) {
    self.patterns = patterns.map(comparableName)
  }

  /// The sources in this order.
  package func sorted(_ sources: some Sequence<Source>) -> [Source] {
    let ranked = sources.map { (rank: rank(of: $0), source: $0) }
    return ranked.sorted { a, b in
      if a.source.isEcho != b.source.isEcho { return b.source.isEcho }
      if a.rank != b.rank { return a.rank < b.rank }
      let (x, y) = (a.source, b.source)
      if x.deviceClass != y.deviceClass { return x.deviceClass < y.deviceClass }
      if x.provider != y.provider { return scalarsPrecede(x.provider.id, y.provider.id) }
      if x.name != y.name { return scalarsPrecede(x.name, y.name) }
      // A source without stated hardware comes after those of the same name with hardware.
      guard let first = x.hardware, let second = y.hardware else { return x.hardware != nil }
      return precedesByNumber(first, second)
    }.map(\.source)
  }

  /// Whether a pattern matches a source, so that its place was chosen by the operator.
  package func isChosen(_ source: Source) -> Bool { rank(of: source) < patterns.count }

  /// Names for sources in what leaves the machine: `provider.class.n`, where `n` counts sources in
  /// the given order.
  package static func keys(of ordered: [Source]) -> [String] {
    var counts: [String: Int] = [:]
    return ordered.map { source in
      counts[source.kind, default: 0] += 1
      return "\(source.kind).\(counts[source.kind, default: 0])"
    }
  }

  private func rank(of source: Source) -> Int {
    patterns.firstIndex { pattern in
      pattern == source.kind || matches(glob: pattern, source.name)
        || matches(glob: pattern, "\(source.provider):\(source.name)")
    } ?? patterns.count
  }
}

private func scalarsPrecede(_ a: String, _ b: String) -> Bool {
  a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
}

/// Whether one hardware comes before another, with numbers in them compared as numbers: `Watch6,1`
/// before `Watch10,1`.
func precedesByNumber(_ a: String, _ b: String) -> Bool {
  let (x, y) = (a.numbersAndTexts, b.numbersAndTexts)
  for (first, second) in zip(x, y) where first.text != second.text {
    guard let m = first.number, let n = second.number, m != n else {
      return scalarsPrecede(first.text, second.text)
    }
    return m < n
  }
  return x.count != y.count ? x.count < y.count : scalarsPrecede(a, b)
}

extension String {
  /// The text's runs of decimal digits and the texts between them, in order.
  ///
  /// A run with more digits than a `UInt64` holds is given as text.
  fileprivate var numbersAndTexts: [(text: String, number: UInt64?)] {
    var runs: [(text: String, isNumber: Bool)] = []
    for scalar in unicodeScalars {
      let isDigit = ("0"..."9").contains(scalar)
      if runs.last?.isNumber == isDigit {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else {
        runs.append((String(scalar), isDigit))
      }
    }
    return runs.map { ($0.text, $0.isNumber ? UInt64($0.text) : nil) }
  }
}

/// Whether the whole of `text` matches `glob`, where `*` stands for any run of characters and `?` for
/// one.
func matches(glob: String, _ text: String) -> Bool {
  let (pattern, subject) = (Array(glob.unicodeScalars), Array(text.unicodeScalars))
  var (p, s) = (0, 0)
  var lastStar: (pattern: Int, subject: Int)?
  while s < subject.count {
    if p < pattern.count, pattern[p] == "*" {
      lastStar = (p, s)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == subject[s] {
      p += 1
      s += 1
    } else if let star = lastStar {
      lastStar = (star.pattern, star.subject + 1)
      p = star.pattern + 1
      s = star.subject + 1
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}

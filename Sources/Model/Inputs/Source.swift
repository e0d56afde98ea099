import Foundation

/// The kinds of device that a source can be; the raw value is the rank in the default order.
///
/// See Semantics, "Sources and their order".
package enum DeviceClass: Int, CaseIterable, Hashable, Comparable, Sendable {
  case watch, phone, tracker, app

  /// The name in options, evidence and store.
  package var id: String { String(describing: self) }

  /// The class of that name; `nil` when there is none.
  package init?(id: String) {
    guard let value = DeviceClass.allCases.first(where: { $0.id == id }) else { return nil }
    self = value
  }

  /// Orders classes, best first.
  package static func < (a: DeviceClass, b: DeviceClass) -> Bool { a.rawValue < b.rawValue }
}

/// The device or app that wrote a datum: a provider, a name, and where several devices have that name its hardware.
package struct Source: Hashable, Sendable {
  /// The ecosystem that it belongs to.
  package var provider: Provider
  /// The name as the user reads it, after normalisation; private, it never enters evidence.
  package var name: String
  /// The best class on any of its records.
  package var deviceClass: DeviceClass
  /// The hardware that the file states of the device, without any its manufacturer and model; empty of a device that
  /// states neither, `nil` where no device is stated.
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
  /// Whether it only repeats what others have recorded: an app's sums of a phone's store, or what one store took over
  /// from another.
  ///
  /// It comes last, and counts only on days on which no other source has anything; see Semantics, "Echoes".
  package var isEcho: Bool {
    provider == .healthAutoExport
      || provider == .fitbit && ["Health Connect", "Health Kit"].contains { name.hasSuffix($0) }
  }

  /// Whether it wrote the routes of an Apple Health export, each of which lies beside the workout that it is of.
  package var isOfAppleRoutes: Bool { name == "Apple Health Export" }

  /// Somebody whose attempts stand in a file of several people.
  ///
  /// - Parameter id: As the file has it.
  package static func person(_ id: String) -> Source {
    Source(provider: .person, name: id, deviceClass: .app)
  }
}

/// A source's name as names are compared: NFC, the no-break spaces read as spaces.
///
/// See Semantics, "Sources and their order".
package func comparableName(_ name: String) -> String {
  // ASCII has neither marks that join nor such spaces.
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
  var scalars = String.UnicodeScalarView()
  for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
    scalars.append(scalar == "\u{A0}" || scalar == "\u{202F}" ? " " : scalar)
  }
  return String(scalars)
}

/// The order in which sources count, best first.
///
/// Echoes behind all others; the patterns of `sourcePriority` in their order, then class, then provider, then name in Unicode
/// scalar order, then hardware by number; see Semantics, "Sources and their order".
package struct SourceOrder: Hashable, Sendable {
  /// Globs (`*`, `?`) on the name, or `provider:NAME`, spelled as names are compared.
  package let patterns: [String]

  /// - Parameter patterns: In any spelling, so that a name copied from an export matches itself.
  package init(patterns: [String] = []) {
    self.patterns = patterns.map(comparableName)
  }

  /// The sources in this order; those that no pattern fits by device class, then by name.
  package func sorted(_ sources: some Sequence<Source>) -> [Source] {
    let ranked = sources.map { (rank: rank(of: $0), source: $0) }
    return ranked.sorted { a, b in
      if a.source.isEcho != b.source.isEcho { return b.source.isEcho }
      if a.rank != b.rank { return a.rank < b.rank }
      let (x, y) = (a.source, b.source)
      if x.deviceClass != y.deviceClass { return x.deviceClass < y.deviceClass }
      if x.provider != y.provider { return scalarsPrecede(x.provider.id, y.provider.id) }
      if x.name != y.name { return scalarsPrecede(x.name, y.name) }
      // A source without a device stands behind the devices of its name.
      guard let first = x.hardware, let second = y.hardware else { return x.hardware != nil }
      return precedesByNumber(first, second)
    }.map(\.source)
  }

  /// Whether a pattern matches a source, so that its place is somebody's choice.
  package func isChosen(_ source: Source) -> Bool { rank(of: source) < patterns.count }

  /// Keys that stand for sources outside the machine: `provider.class.n`, `n` in the order given.
  package static func keys(of ordered: [Source]) -> [String] {
    var counts: [String: Int] = [:]
    return ordered.map { source in
      let stem = "\(source.provider).\(source.deviceClass.id)"
      counts[stem, default: 0] += 1
      return "\(stem).\(counts[stem, default: 0])"
    }
  }

  private func rank(of source: Source) -> Int {
    patterns.firstIndex { pattern in
      matches(glob: pattern, source.name)
        || matches(glob: pattern, "\(source.provider):\(source.name)")
    } ?? patterns.count
  }
}

private func scalarsPrecede(_ a: String, _ b: String) -> Bool {
  a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
}

/// Whether one hardware comes before another: `Watch6,1` before `Watch10,1`, as the numbers in them are.
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
  /// Its runs of decimal digits and what stands between them, in order.
  ///
  /// A run of more digits than a number has is a text.
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

import DaymarkDocuments
import DaymarkModel
import Yams

/// A YAML node, with the file that contains it.
///
/// Scalars are text and are never interpreted by YAML's rules.
struct YAMLValue {
  let node: Node
  let file: String

  var place: InputLocation {
    InputLocation(file: file, line: node.mark?.line, column: node.mark?.column)
  }

  /// The text of a scalar, or `nil` for lists and mappings.
  var text: String? { node.scalar?.string }

  var elements: [YAMLValue]? { node.sequence?.map { YAMLValue(node: $0, file: file) } }

  /// The keys and values of a mapping, as written.
  var entries: [(key: YAMLValue, value: YAMLValue)]? {
    node.mapping?.map {
      (YAMLValue(node: $0.key, file: file), YAMLValue(node: $0.value, file: file))
    }
  }

  /// Whether the value is a scalar without quotes, which other readers of YAML may take for a
  /// number.
  var isPlain: Bool { node.scalar?.style == .plain }

  /// Whether the value was left out, or written in one of YAML's ways to say that there is none.
  var isEmpty: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

  func isWithinLimits(_ findings: FindingCollector) -> Bool {
    var nodes = 0
    var pending = [node]
    while let next = pending.popLast() {
      nodes += 1
      let place = YAMLValue(node: next, file: file).place
      if next.anchor != nil {
        findings.add(.configSyntax, at: place) { $0.syntax = .alias }
        return false
      }
      if nodes > mostNodes {
        findings.add(.configSyntax, at: place) { $0.syntax = .nodes(atMost: mostNodes) }
        return false
      }
      if let mapping = next.mapping { pending += mapping.flatMap { [$0.key, $0.value] } }
      if let sequence = next.sequence { pending += sequence }
    }
    return true
  }
}

/// The most nodes of a file, so that reading it never takes long.
private let mostNodes = 100_000

// Ways to read the text of a scalar; each gives `nil` for other text. YAML's own ways are never
// used: they read `0x...` and `0123` as numbers, `1.10` as 1.1 and `6:00` as 360.

/// A text that is not blank and has no control characters.
func freeText(_ text: String) -> String? {
  let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  return hasControl || text.allSatisfy(\.isWhitespace) ? nil : text
}

/// An id whose folder a file system can name.
///
/// A byte that must be percent-encoded counts three times towards the length.
private func folderID(_ text: String) -> String? {
  freeText(text).flatMap { folderName(of: $0).utf8.count <= 255 ? $0 : nil }
}

/// The id of a subject: a ``folderID(_:)`` whose folder has no other name in a challenge's folder.
func subjectID(_ text: String) -> String? { folderID(text, not: ChallengeFile.reservedNames) }

/// The id of a challenge: a ``folderID(_:)`` whose folder has no other name in the output folder.
func challengeFolderID(_ text: String) -> String? { folderID(text, not: RunFile.reservedNames) }

private func folderID(_ text: String, not reserved: [String]) -> String? {
  folderID(text).flatMap { reserved.contains(folderName(of: $0)) ? nil : $0 }
}

/// A whole number from 0 to ``wholeNumberLimit``, written in digits alone.
func wholeNumber(_ text: String) -> Int? {
  guard text.utf8.allSatisfy(isDigit), let number = Int(text), number <= wholeNumberLimit else {
    return nil
  }
  return number
}

func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

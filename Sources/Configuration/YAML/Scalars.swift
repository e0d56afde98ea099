import DaymarkModel

// Readings of the text of a scalar, or `nil`. YAML's own readings are never used: they make numbers
// of `0x...` and `0123`, 1.1 of `1.10` and 360 of `6:00`.

/// Text with something in it and without control characters.
func freeText(_ text: String) -> String? {
  let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  return hasControl || text.allSatisfy(\.isWhitespace) ? nil : text
}

/// An id whose folder a file system can name.
///
/// A byte that is percent-encoded counts three times.
private func folderID(_ text: String) -> String? {
  freeText(text).flatMap { folderName(of: $0).utf8.count <= 255 ? $0 : nil }
}

/// A ``folderID(_:)`` whose folder is named like nothing that lies beside it.
func subjectID(_ text: String) -> String? { folderID(text, not: ChallengeFile.reservedNames) }

/// The same of a challenge.
func challengeFolderID(_ text: String) -> String? { folderID(text, not: RunFile.reservedNames) }

private func folderID(_ text: String, not reserved: [String]) -> String? {
  folderID(text).flatMap { reserved.contains(folderName(of: $0)) ? nil : $0 }
}

/// A whole number from 0 to ``wholeNumberLimit``, in digits alone.
func wholeNumber(_ text: String) -> Int? {
  guard text.utf8.allSatisfy(isDigit), let number = Int(text), number <= wholeNumberLimit else {
    return nil
  }
  return number
}

func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

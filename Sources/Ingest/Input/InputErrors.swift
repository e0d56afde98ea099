import DaymarkModel

extension DaymarkError {
  /// Makes the error for an input that exceeds one of ``ReadLimits``.
  init(
    _ code: FindingCode, at location: InputLocation, limit: ReadLimit, _ most: some BinaryInteger
  ) {
    self.init(code, at: location) {
      $0.limit = limit
      $0.most = Int(clamping: most)
    }
  }

  /// Refuses an archive with a member whose path leads out of the archive.
  ///
  /// Such a path could do no harm, because nothing is written to it, but no genuine archive has one.
  static func check(path: String?, at location: InputLocation) throws {
    guard let path, path.hasPrefix("/") || path.split(separator: "/").contains("..") else { return }
    throw DaymarkError(.archiveUnsafePath, at: location)
  }

  /// Refuses an input that has more of something than a limit allows.
  static func check(
    _ count: some BinaryInteger, _ limit: ReadLimit, _ most: some BinaryInteger,
    at location: InputLocation
  ) throws {
    if count > most { throw DaymarkError(.archiveLimit, at: location, limit: limit, most) }
  }

  /// Whether the error concerns the whole input, and not one document or archive in it.
  var isOfWholeInput: Bool {
    switch finding.code {
    case .fileMissing, .fileUnreadable, .fileUnwritable: true
    case .archiveLimit:
      [.documentBytes, .inputRatio, .entries, .headBytes, .records, .memoryBytes, .names]
        .contains(finding.facts.limit)
    default: false
    }
  }
}

extension FindingCode {
  /// The code of an archive member's damage when the member is an activity file; see Semantics,
  /// "Incomplete days".
  var ofActivityFile: FindingCode {
    switch self {
    case .archiveCRCMismatch: .activityCRCMismatch
    case .archiveTruncated, .archiveUnreadable: .activityTruncated
    default: self
    }
  }
}

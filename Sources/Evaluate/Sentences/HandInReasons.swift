import DaymarkModel

// What became of the inputs, as reasons state it. File names are private, so an input is named by
// its format and the beginning of its digest.

extension [Opening] {
  /// The reasons for unread data that leaves the answer open: files first, then sessions of unknown
  /// sport.
  var reasons: [Reason] {
    let files = filter { $0.input != nil }
    let damage = Set(files.compactMap(\.input)).sorted().map { digest in
      InputDamage(
        format: .unread, digest: digest,
        codes: Set(files.filter { $0.input == digest }.map(\.code)).sorted())
    }
    let unread =
      files.isEmpty
      ? []
      : [
        Reason(
          code: "data.unread",
          text: "\(damage.count.counting("file")) could not be read, and may hold more",
          damage: damage)
      ]
    return unread
      + SportGap.allCases.compactMap { gap in
        let count = self.count { $0.code == gap.code }
        guard count > 0 else { return nil }
        let what = gap == .missing ? "no sport" : "a sport that is not known"
        return Reason(
          code: gap.code.rawValue,
          text:
            "\(count.counting("session")) with \(what), which could count; `sport` says which it is"
        )
      }
  }
}

extension [InputDamage] {
  /// The most inputs that a sentence names; a subject hands in a handful.
  private static var mostNamed: Int { 3 }

  /// The damaged inputs in words: `the Apple Health export (1f2e3d4c5b6a) is cut off: hand it in
  /// again`.
  ///
  /// - Parameter takesMore: Whether data that is handed in now still counts, so that a remedy is
  ///   given.
  func words(takesMore: Bool) -> String {
    let remedy = takesMore ? remedy.map { ": \($0)" } ?? "" : ""
    guard count > Self.mostNamed else { return map(\.words).joined(lastWith: "and") + remedy }
    let named = prefix(Self.mostNamed).map(\.words).joined(separator: ", ")
    let more = (count - Self.mostNamed).counting("more input")
    return "\(named), and \(more) cannot be read whole\(remedy)"
  }

  /// The remedy, if one thing heals all inputs.
  private var remedy: String? {
    guard let loss = first?.loss, allSatisfy({ $0.loss == loss }) else { return nil }
    return loss.remedy(isOne: count == 1, isHealed: allSatisfy(\.format.isHealedBesides))
  }
}

extension InputDamage {
  /// The problem of the input, as far as it decides the remedy.
  fileprivate enum Loss {
    case locked, tooLarge, cutOff, undated, otherClocks, damaged
  }

  /// The loss that decides the remedy, where the input has several.
  fileprivate var loss: Loss {
    let losses = codes.map { code -> Loss in
      switch code {
      case .archiveEncrypted: .locked
      case .archiveLimit, .xmlLimit, .jsonLimit, .csvLimit: .tooLarge
      case .archiveTruncated, .xmlTruncated, .jsonTruncated, .csvTruncated, .activityTruncated:
        .cutOff
      case .logDateOrder, .logYearMissing, .logDateMissing, .activityUndated: .undated
      case .timeClocksDiffer: .otherClocks
      default: .damaged
      }
    }
    let order: [Loss] = [.locked, .tooLarge, .cutOff, .undated, .otherClocks]
    return order.first(where: losses.contains) ?? .damaged
  }

  fileprivate var words: String {
    let state =
      switch loss {
      case .locked: "is locked with a password"
      case .tooLarge: "is larger than allowed\(limitWords)"
      case .cutOff: "is cut off"
      case .undated: "has dates that cannot be made out"
      case .otherClocks: "was written by clocks that differ"
      case .damaged: "is damaged"
      }
    return "\(format.words) (\(digest.hex.prefix(12))) \(state)"
  }
}

extension InputDamage.Loss {
  /// Returns what the participant can do about the input; `nil` where only the operator can do
  /// anything.
  ///
  /// - Parameters:
  ///   - isOne: Whether there is one input.
  ///   - isHealed: Whether a sound input heals the damaged one that still lies beside it.
  fileprivate func remedy(isOne: Bool, isHealed: Bool) -> String? {
    let (it, place) = isOne ? ("it", "in its place") : ("them", "in their place")
    return switch self {
    case .cutOff: "hand \(it) in again"
    case .damaged where isHealed: "export \(it) again"
    case .damaged: "hand in \(isOne ? "a whole one" : "whole ones") \(place)"
    case .locked: "hand \(it) in without a password, \(place)"
    case .tooLarge, .undated, .otherClocks: nil
    }
  }
}

extension FormatID {
  /// Whether a sound input of the format may heal a damaged one; see Semantics, "Damage that is
  /// healed".
  ///
  /// Any file that is cut off is healed by itself as a whole. Recordings have an id of three
  /// letters, which is their file's ending.
  fileprivate var isHealedBesides: Bool {
    exportProvider != nil || text.count == 3
  }

  /// The kind of input, as participants know it.
  fileprivate var words: String {
    if self == .unread || self == .mixed { return "an archive" }
    if self == .appleHealth { return "the Apple Health export" }
    // Short ids, such as `fit`, are file endings and are written in capitals.
    if exportProvider == nil, text.count == 3 { return "the \(text.uppercased()) file" }
    let words = (exportProvider?.id ?? text).split(separator: "-")
      .filter { !["csv", "api"].contains($0) }
      .map { "\($0.prefix(1).uppercased())\($0.dropFirst())" }
    return "the \(words.joined(separator: " ")) \(exportProvider == nil ? "file" : "export")"
  }
}

import DaymarkModel

// What became of the inputs, as reasons say it. Names of files are private, so an input is named by its format and the
// beginning of its digest.

extension [Opening] {
  /// Why what was not read leaves an answer open: files, then sessions without a sport.
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
  /// So many are named; a subject hands in a handful of archives.
  private static var mostNamed: Int { 3 }

  /// `the Apple Health export (1f2e3d4c5b6a) is cut off: hand it in again`.
  ///
  /// - Parameter takesMore: Whether what mends it still counts.
  func words(takesMore: Bool) -> String {
    let remedy = takesMore ? remedy.map { ": \($0)" } ?? "" : ""
    guard count > Self.mostNamed else { return map(\.words).joined(lastWith: "and") + remedy }
    let named = prefix(Self.mostNamed).map(\.words).joined(separator: ", ")
    let more = (count - Self.mostNamed).counting("more input")
    return "\(named), and \(more) cannot be read whole\(remedy)"
  }

  /// What heals all of it, where one thing does.
  private var remedy: String? {
    guard let loss = first?.loss, allSatisfy({ $0.loss == loss }) else { return nil }
    return loss.remedy(count == 1 ? "it" : "them")
  }
}

extension InputDamage {
  /// How the input is not whole.
  fileprivate enum Loss {
    case locked, tooLarge, cutOff, undated, otherClocks, damaged
  }

  /// The loss that says most of what to do, where there are several.
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
      case .undated: "has dates that nobody can tell"
      case .otherClocks: "was written by clocks that differ"
      case .damaged: "is damaged"
      }
    return "\(format.words) (\(digest.hex.prefix(12))) \(state)"
  }
}

extension InputDamage.Loss {
  /// What people can do about it; `nil` where only the operator can.
  ///
  /// - Parameter it: The word for the inputs.
  fileprivate func remedy(_ it: String) -> String? {
    switch self {
    case .cutOff: "hand \(it) in again"
    case .damaged: "export \(it) again"
    case .locked: "hand \(it) in without a password"
    case .tooLarge, .undated, .otherClocks: nil
    }
  }
}

extension FormatID {
  /// The input that has it, as participants know it.
  fileprivate var words: String {
    switch (self, exportProvider) {
    case (.appleHealth, _): "the Apple Health export"
    case (_, let provider?):
      "the \(provider.id.prefix(1).uppercased())\(provider.id.dropFirst()) export"
    case (.unread, _), (.mixed, _): "an archive"
    // The short names are those of file endings.
    default: "the \(text.count == 3 ? text.uppercased() : text) file"
    }
  }
}

import DaymarkModel

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
          text:
            "\(damage.count.counting("file")) that could hold more and \(damage.count == 1 ? "was" : "were") not read"
            + damage.words, damage: damage)
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

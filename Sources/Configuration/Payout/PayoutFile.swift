package import DaymarkDocuments
import DaymarkModel

extension KeyTable {
  /// The keys of `payout.yaml`.
  static let payout = KeyTable([
    .needed("asset", .text),
    .needed("share", .choice(PayoutPolicy.Share.allCases.map(\.rawValue))),
    .optional("places", .list(.number(0...wholeNumberLimit), of: .wholeNumber)),
    .optional("fee", .percent), .optional("feeAddress", .address),
    .optional(
      "undetermined", .choice(PayoutPolicy.Undetermined.allCases.map(\.rawValue)),
      standard: .string(PayoutPolicy.Undetermined.refund.rawValue)),
    .optional(
      "remainder", .choice(PayoutPolicy.Remainder.allCases.map(\.rawValue)),
      standard: .string(PayoutPolicy.Remainder.winners.rawValue)),
    .optional("cancelled", .truth([true, false]), standard: .bool(false)),
  ])

  /// The columns of `stakes.csv`, in order.
  static let stakeRow = KeyTable([
    .needed("subject", .text),
    .needed(
      "stake",
      .word(Pattern("^[1-9][0-9]{0,\(AtomicAmount.mostDigits - 1)}$"), .atomicAmount)),
    .optional("address", .address),
  ])
}

extension Form {
  /// An address: text without white space, which would be invisible in messages and would make two
  /// addresses of one.
  fileprivate static let address = word(Pattern("^\\S+$"), .wordWithoutSpace)
}

private func address(_ text: String) -> String? {
  text.contains(where: \.isWhitespace) ? nil : freeText(text)
}

/// Reads a `payout.yaml`.
///
/// - Throws: ``ConfigurationError`` with every error of it.
package func loadPayoutPolicy(at path: String) throws -> PayoutPolicy {
  let findings = FindingCollector()
  let policy = readText(at: path, findings).flatMap { text in
    readYAML(text, file: path, findings).flatMap { YAMLMapping($0, .payout, findings) }
  }.flatMap(readPolicy)
  guard let policy, findings.isEmpty else { throw findings.error() }
  return policy
}

private func readPolicy(_ file: YAMLMapping) -> PayoutPolicy? {
  let asset = file.read("asset", freeText)
  let share = file.choice("share", PayoutPolicy.Share.self)
  let places = file.readList("places") { wholeNumber($0) }
  let (fee, feeAddress) = (file.read("fee", percentage), file.read("feeAddress", address))
  let undetermined = file.choice("undetermined", PayoutPolicy.Undetermined.self)
  let remainder = file.choice("remainder", PayoutPolicy.Remainder.self)
  let isCancelled = file.read("cancelled") { Bool($0) }
  if share == .byRank, !file.has("places"), file.findings.isEmpty {
    file.findings.add(
      .configMissingKey, at: file.place, key: "places", expected: .list(of: .wholeNumber))
  }
  if let share, share != .byRank, file.has("places") {
    file.findings.add(
      .configBadValue, at: file.place(of: "places"), key: "places",
      expected: .onlyWith("share: byRank"))
  }
  if let places, places.first ?? 0 == 0 {
    // The first place must have a weight, or those who failed would lose nothing.
    file.findings.add(
      .configBadValue, at: file.place(of: "places"), key: "places", expected: .placeWeights)
  }
  guard let asset, let share else { return nil }
  var policy = PayoutPolicy(asset: asset, share: share)
  (policy.rankWeights, policy.fee, policy.feeAddress) = (places ?? [], fee ?? 0, feeAddress)
  policy.undetermined = undetermined ?? policy.undetermined
  policy.remainder = remainder ?? policy.remainder
  policy.isCancelled = isCancelled ?? false
  return policy
}

/// Reads a `stakes.csv`, which is RFC 4180 with a header and a row for each subject.
///
/// The file may have at most 16 MiB.
///
/// - Throws: ``ConfigurationError`` with every error of it.
package func loadStakes(at path: String) throws -> [Stake] {
  let findings = FindingCollector()
  guard let table = RowTable(at: path, .stakeRow, findings, missingAt: nil) else {
    throw findings.error()
  }
  var subjects: Set<String> = []
  let stakes = table.rows.compactMap { row -> Stake? in
    let amount = table.read("stake", of: row) { AtomicAmount($0) }
    let address = table.read("address", of: row, address)
    guard let subject = table.read("subject", of: row, subjectID), let amount else { return nil }
    guard subjects.insert(subject).inserted else {
      findings.add(
        .configDuplicate, at: table.place(of: "subject", in: row), key: "subject", value: subject)
      return nil
    }
    return Stake(subject, amount, address: address)
  }
  guard findings.isEmpty else { throw findings.error() }
  return stakes
}

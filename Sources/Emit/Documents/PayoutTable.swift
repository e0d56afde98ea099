package import DaymarkDocuments
import DaymarkModel

/// The table `payout.csv`, with a line for each subject, in the order of the document.
///
/// Text that people chose is quoted as in `verdicts.csv`; see Pipelines, "The table of verdicts".
package func payoutTable(_ payout: Payout) -> String {
  let header = "subject,address,stake,outcome,rests_on,back,share,total\n"
  return header
    + payout.lines.map { line in
      let fields = [
        csvField(line.stake.subject), csvField(line.stake.address ?? ""),
        "\(line.stake.amount)", line.basis?.outcome.rawValue ?? "",
        line.basis?.document.rawValue ?? "", "\(line.back)", "\(line.share)", "\(line.total)",
      ]
      return fields.joined(separator: ",") + "\n"
    }.joined()
}

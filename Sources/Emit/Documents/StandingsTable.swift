import DaymarkDocuments
package import DaymarkModel

/// The table `standings.csv`, with a line for each subject; ids are quoted by ``csvField(_:)``.
package func standingsTable(_ standings: [RewardRank]) -> String {
  let table = Members<RewardRank>.standing.table
  let lines = standings.map { standing in
    table.values(of: standing).map(\.csvText).joined(separator: ",")
  }
  return ([table.columns.map(\.name).joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
}

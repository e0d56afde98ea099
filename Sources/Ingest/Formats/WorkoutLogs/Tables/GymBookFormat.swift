import DaymarkModel

/// The export of GymBook, in Italian.
///
/// Cells contain their unit, and the time is that of the set.
enum GymBookFormat: WorkoutTableFormat {
  static let id: FormatID = "gymbook"

  static let table = WorkoutTable(
    app: "GymBook", of: "gymbook",
    signatures: [
      ["data", "programma", "orario", "esercizio", "ripetizioni / tempo", "peso / distanza"]
    ],
    columns: [
      .init("data", is: .date), .init("orario", is: .setClock), .init("esercizio", is: .exercise),
      .init("set / set di riscaldamento / set di defaticamento", is: .kind),
      .init("ripetizioni / tempo", is: .repetitionsOrTime),
      .init("peso / distanza", is: .loadOrDistance), .init("saltato", is: .isSkipped),
    ],
    dateOrder: .dayMonth)
}

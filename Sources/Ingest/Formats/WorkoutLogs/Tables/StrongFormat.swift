import DaymarkModel

/// The export of Strong, in all its versions: with the unit in no place, in the heading or in a column.
///
/// Dates are those of a wall clock. Zero is what does not apply.
enum StrongFormat: WorkoutTableFormat {
  static let id: FormatID = "strong"

  static let table = WorkoutTable(
    app: "Strong", of: "strong",
    signatures: [
      ["date", "workout name", "exercise name", "set order"],
      ["datum", "workout-name", "name der übung", "reihenfolge festlegen"],
    ],
    columns: [
      .init("date", "datum", is: .date),
      .init("duration", "duration (sec)", "workout duration", is: .sessionDuration),
      .init("dauer", "workout-dauer", is: .sessionDuration),
      .init("exercise name", "name der übung", is: .exercise),
      .init("set order", "reihenfolge festlegen", is: .mark), .init("set type", is: .kind),
      .init("weight (kg)", "gewicht (kg)", is: .load, in: .kilogram),
      .init("weight (lbs)", "weight (lb)", "gewicht (lbs)", is: .load, in: .pound),
      .init("weight", "gewicht", is: .load), .init("weight unit", is: .loadUnit),
      .init("reps", "wiederh.", is: .repetitions),
      .init("distance (meters)", "distance (m)", is: .distance, in: .meter),
      .init("distance (km)", is: .distance, in: .kilometer),
      .init("distance (miles)", "distance (mi)", is: .distance, in: .mile),
      .init("distance", "entfernung", is: .distance), .init("distance unit", is: .distanceUnit),
      .init("seconds", "sekunden", is: .duration), .init("rpe", is: .perceivedEffort),
    ],
    dateOrders: [1: .dayMonth])
}

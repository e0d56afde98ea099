import DaymarkModel
import DaymarkTestSupport

@testable import DaymarkIngest

/// A reading of a log that is given as text.
func readLog(
  _ text: String, named name: String = "log.csv", _ settings: LogSettings = LogSettings(),
  tables: [LogTable] = []
) throws -> IngestedInput {
  let folder = try ScratchFolder()
  return try IngestedInput(of: folder.write(text.utf8, to: name), logs: settings, tables: tables)
}

let strongHeader =
  "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,"
  + "Workout Notes,RPE\n"

let hevyHeader =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,"
  + "set_type,weight_kg,reps,distance_km,duration_seconds,rpe\n"

func wall(_ text: String) -> Instant { Instant(rfc3339: text) ?? Instant(milliseconds: -1) }

/// An amount in a unit that a log states.
func written(_ text: String, _ unit: DaymarkModel.Unit) -> WrittenAmount {
  WrittenAmount(DecimalNumber(text), .known(unit))
}

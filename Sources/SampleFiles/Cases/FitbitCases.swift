/// Returns a Fitbit account export as Google Takeout packs it.
func fitbitFiles() throws -> [String: [UInt8]] {
  [
    "fitbit-export/takeout/input/takeout-20260310T120000Z-001.zip": try zip([
      table("steps_2026-03-01", stepsTable), table("distance_2026-03-01", distanceTable),
      table("floors_2026-03-01", "timestamp,floors\n2026-03-02T08:01:00Z,1\n"),
      table("altitude_2026-03-01", "timestamp,gain\n2026-03-02T08:01:00Z,3048\n"),
      table("calories_2026-03-01", caloriesTable), table("heart_rate_2026-03-02", heartRateTable),
      table("glucose_2026-03-02", "no data"),
      list("steps-2026-03-02", stepsList), list("distance-2026-03-02", distanceList),
      list("heart_rate-2026-03-04", heartRateList), list("exercise-0", exercises),
      ("Takeout/Fitbit/Your Profile/Profile.csv", Array(profile.utf8)),
    ]),
    "fitbit-export/google-health/input/takeout-20260510T120000Z-001.zip": try zip(
      [
        ("Global Export Data/calories-2026-05-01.json", caloriesList),
        (
          "Health Fitness Data_GoogleData/UserExercises_2026-05-01.csv", userExercises
        ),
        ("Physical Activity_GoogleData/steps_2026-05-01.csv", bridgedSteps),
        ("Physical Activity_GoogleData/active_energy_burned_2026-05-01.csv", activeEnergy),
        ("Physical Activity_GoogleData/calories_2026-05-01.csv", caloriesAboveRest),
        ("Your Profile/Profile.csv", profile),
      ].map { ("Takeout/Google Health/" + $0.0, Array($0.1.utf8)) }),
  ]
}

/// Returns `hh:mm` for a minute of the day.
private func clock(_ minute: Int) -> String {
  let (hour, rest) = (minute / 60, minute % 60)
  return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
}

/// The steps of a tracker, of two bridges that partly repeat them, and of a day that only one
/// bridge has.
private let bridgedSteps = """
  timestamp,steps,data source
  2026-05-02T10:00:00Z,100,Google Fitbit Air
  2026-05-02T10:01:00Z,110,Google Fitbit Air
  2026-05-02T10:00:00Z,95,Phone Health Kit
  2026-05-02T14:00:00Z,50,Samsung Health Health Connect
  2026-05-05T10:00:00Z,700,Phone Health Kit

  """

/// An hour on 2 May at 5 kcal per minute.
private let activeEnergy: String = {
  let rows = (0..<60).map {
    "2026-05-02T\(clock(600 + $0)):00Z,5.0,Google Fitbit Air\n"
  }
  return "timestamp,active energy burned kcal,data source\n" + rows.joined()
}()

/// The calories above rest on 2 and 3 May, without any minute at rest.
private let caloriesAboveRest: String = {
  let second = (0..<60).map { "2026-05-02T\(clock(600 + $0)):00Z,6.2,Google Fitbit Air\n" }
  let third = (0..<30).map {
    "2026-05-03T\(clock(480 + $0)):00Z,\($0 < 20 ? "4.2" : "3.2"),Google Fitbit Air\n"
  }
  return "timestamp,calories,data source\n" + (second + third).joined()
}()

/// All minutes of both days on Berlin's summer clock, two hours ahead of the tables.
private let caloriesList: String = {
  let minutes = [2, 3].flatMap { day in
    (0..<1440).map { minute in
      let value =
        switch (day, minute) {
        case (2, 720..<780): "6.2"
        case (3, 600..<620): "4.2"
        case (3, 620..<630): "3.2"
        default: "1.2"
        }
      return "{\"dateTime\": \"05/0\(day)/26 \(clock(minute)):00\", \"value\": \"\(value)\"}"
    }
  }
  return "[" + minutes.joined(separator: ",\n") + "]\n"
}()

/// A ride, a walk that was logged by hand, and a deleted run.
private let userExercises = """
  exercise_id,exercise_start,exercise_end,utc_offset,activity_name,log_type,tracker_total_calories,tracker_total_steps,\
  tracker_total_distance_mm,tracker_avg_heart_rate,tracker_peak_heart_rate,manually_logged_total_calories,\
  manually_logged_total_distance_mm,events,deletion_reason
  1,2026-05-02T10:00:00Z,2026-05-02T11:00:00Z,+02:00,Outdoor Bike,TRACKER,372,0,21000000,118,150,0,0,,
  2,2026-05-04 08:00:00 +0000,2026-05-04 08:30:00 +0000,+02:00,Walk,MANUAL,0,0,0,0,0,150,3000000,,
  3,2026-05-04T09:00:00Z,2026-05-04T09:30:00Z,+02:00,Run,TRACKER,300,5000,5000000,150,170,0,0,,USER

  """

private func table(_ name: String, _ text: String) -> (path: String, content: [UInt8]) {
  ("Takeout/Fitbit/Physical Activity_GoogleData/\(name).csv", Array(text.utf8))
}

private func list(_ name: String, _ text: String) -> (path: String, content: [UInt8]) {
  ("Takeout/Fitbit/Global Export Data/\(name).json", Array(text.utf8))
}

/// A table of steps.
///
/// In Berlin the third row is on 3 March; the fourth is an echo.
private let stepsTable = """
  timestamp,steps,data source
  2026-03-02T08:00:00Z,60,Charge 5
  2026-03-02T08:01:00Z,90,Charge 5
  2026-03-02T23:30:00Z,50,Charge 5
  2026-03-02T08:00:00Z,61,Phone Health Connect

  """

private let distanceTable = """
  timestamp,distance,data source
  2026-03-02T08:00:00Z,45.00,Charge 5
  2026-03-02T08:01:00Z,65.50,Charge 5
  2026-03-02T08:02:00Z,NaN,Charge 5

  """

/// Twenty hours of minutes in the form of older exports: 1.20 at rest, 4.80 for 40 minutes from
/// 08:00 and 7.20 for 20 more.
private let caloriesTable: String = {
  let rows = (0..<1200).map { minute in
    let (hour, rest) = (minute / 60, minute % 60)
    let clock = "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    let calories = hour != 8 ? "1.20" : rest < 40 ? "4.80" : "7.20"
    return "2026-03-02T\(clock):00Z,\(calories)\n"
  }
  return "timestamp,calories\n" + rows.joined()
}()

private let heartRateTable = """
  timestamp,beats per minute,data source
  2026-03-02T08:00:00Z,80.0,Charge 5
  2026-03-02T08:00:10Z,100.0,Charge 5

  """

/// The figures of the table again, with a day that it lacks.
private let stepsList = """
  [{"dateTime": "03/02/26 08:00:00", "value": "60"}, {"dateTime": "03/02/26 08:01:00", "value": "90"},
   {"dateTime": "03/02/26 23:30:00", "value": "50"}, {"dateTime": "03/04/26 07:00:00", "value": "120"}]

  """

private let distanceList = """
  [{"dateTime": "03/02/26 08:00:00", "value": "4500"},
   {"dateTime": "03/02/26 08:01:00", "value": "6550"},
   {"dateTime": "03/04/26 07:00:00", "value": "9000"}]

  """

private let heartRateList = """
  [{"dateTime": "03/04/26 07:00:05", "value": {"bpm": 90, "confidence": 0}}]

  """

/// A run whose minutes are in the tables, a ride, and a typed-in session.
private let exercises = """
  [{"logId": 1, "activityName": "Run", "averageHeartRate": 140, "calories": 320, "distance": 5.01,
    "distanceUnit": "Kilometer", "duration": 1800000, "activeDuration": 1790000, "steps": 5000,
    "startTime": "03/02/26 08:00:00", "logType": "tracker", "elevationGain": 12.0},
   {"logId": 2, "activityName": "Outdoor Bike", "calories": 300, "distance": 10.0,
    "distanceUnit": "Mile", "duration": 3600000, "activeDuration": 3500000,
    "startTime": "03/03/26 10:00:00", "logType": "mobile_run"},
   {"logId": 3, "activityName": "Weights", "calories": 200, "duration": 1800000,
    "activeDuration": 1800000, "startTime": "03/04/26 18:00:00", "logType": "manual"}]

  """

private let profile = "id,full_name,timezone\nX,X,Europe/Berlin\n"

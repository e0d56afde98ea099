/// A Fitbit account export as Google Takeout packs it.
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
    ])
  ]
}

private func table(_ name: String, _ text: String) -> (path: String, content: [UInt8]) {
  ("Takeout/Fitbit/Physical Activity_GoogleData/\(name).csv", Array(text.utf8))
}

private func list(_ name: String, _ text: String) -> (path: String, content: [UInt8]) {
  ("Takeout/Fitbit/Global Export Data/\(name).json", Array(text.utf8))
}

/// In Berlin the third row is of 3 March; the fourth is an echo.
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

/// Twenty hours of minutes, as older exports write them: at rest 1.20, for 40 minutes from 08:00 4.80 and for
/// 20 more 7.20.
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

/// Twins of the table, and a day that it lacks.
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

/// A run whose minutes stand in the tables, a ride, and a session that was typed in.
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

/// Returns Garmin's account export.
func garminFiles() throws -> [String: [UInt8]] {
  let fitness = "\(garminRoot)/DI-Connect-Fitness/anna_0_summarizedActivities.json"
  let days = "\(garminRoot)/DI-Connect-Aggregator/UDSFile_"
  return [
    "garmin-export/account/input/export.zip": try zip([
      ("\(garminRoot)/DI-Connect-Wellness/2026-03-01_2026-06-09_1_sleepData.json", text("[]\n")),
      (fitness, text(summarisedActivities)),
      ("\(days)2026-03-02_2026-03-03.json", text(firstDays)),
      ("\(days)2026-03-03_2026-06-10.json", text(laterDays)),
      (
        "\(garminRoot)/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip",
        try zip([
          ("anna_501.fit", FITFile(plainRun(offset: -5 * 3600)).bytes),
          ("anna_settings.fit", FITFile([.fileID(type: 2, created: "2026-03-05T17:00:00Z")]).bytes),
        ])
      ),
    ])
  ]
}

private let garminRoot = "0f0e0d0c-1111-4222-8333-444455556666_1/DI_CONNECT"

private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A run with a file, a ride without one, the swim and ride of a triathlon with their sum, and a
/// typed-in session.
///
/// Times are in milliseconds, and clocks are five hours behind UTC.
private let summarisedActivities = """
  [{"summarizedActivitiesExport": [
   {"activityId": 501, "name": "Run", "activityType": "running", "beginTimestamp": 1772730000000,
    "startTimeGmt": 1772730000000.0, "startTimeLocal": 1772712000000.0, "duration": 600000.0,
    "elapsedDuration": 600000.0, "distance": 201050.0, "avgHr": 140.0, "maxHr": 150.0,
    "calories": 628.5, "steps": 1640.0},
   {"activityId": 500, "activityType": {"typeKey": "road_biking"}, "beginTimestamp": 1772560800000,
    "startTimeGmt": 1772560800000.0, "startTimeLocal": 1772542800000.0, "duration": 1800000.0,
    "distance": 1200000.0, "avgHr": 120.0, "calories": 838.0},
   {"activityId": 502, "activityType": "multi_sport", "beginTimestamp": 1772892000000,
    "duration": 7200000.0, "distance": 4000000.0, "calories": 4190.0, "parent": true},
   {"activityId": 503, "parentId": 502, "activityType": "open_water_swimming",
    "beginTimestamp": 1772892000000, "duration": 1500000.0, "distance": 100000.0,
    "calories": 1047.5},
   {"activityId": 504, "parentId": 502, "activityType": "road_biking",
    "beginTimestamp": 1772893800000, "duration": 5400000.0, "distance": 3900000.0,
    "calories": 3142.5},
   {"activityId": 505, "activityType": "strength_training", "beginTimestamp": 1772982000000,
    "duration": 3600000.0, "calories": 1257.0, "manual": true}
  ]}]

  """

/// A complete day, and the beginning of the next.
private let firstDays = """
  [{"calendarDate": "2026-03-02", "totalSteps": 7900, "totalDistanceMeters": 6450,
    "activeKilocalories": 356.0, "bmrKilocalories": 1800.0, "floorsAscendedInMeters": 30.48,
    "minHeartRate": 48, "maxHeartRate": 138, "includesWellnessData": true,
    "durationInMilliseconds": 86400000, "wellnessStartTimeGmt": "2026-03-02T05:00:00.0",
    "wellnessStartTimeLocal": "2026-03-02T00:00:00.0"},
   {"calendarDate": "2026-03-03", "totalSteps": 1, "totalDistanceMeters": 1,
    "activeKilocalories": 411.0, "floorsAscendedInMeters": 30.48, "minHeartRate": 50,
    "maxHeartRate": 120, "includesWellnessData": true},
   {"hydration": {"calendarDate": "2026-03-02", "valueInML": 500.0}, "calendarDate": "2026-03-02"}]

  """

/// The complete second day, and two days on which no device was worn.
private let laterDays = """
  [{"calendarDate": "2026-03-03", "totalSteps": 4000, "totalDistanceMeters": 15500,
    "activeKilocalories": 420.0, "floorsAscendedInMeters": 9.144, "minHeartRate": -1,
    "maxHeartRate": null, "includesWellnessData": true},
   {"calendarDate": "2026-03-04", "dailyStepGoal": 8000, "totalKilocalories": 1435.0},
   {"calendarDate": "2026-03-06", "includesWellnessData": false, "totalSteps": 0}]

  """

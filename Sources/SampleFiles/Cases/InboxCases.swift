import DaymarkModel

/// Returns the archives in the inbox of `pipelines/everything-i-have`, for the week from 2 March
/// 2026.
///
/// The expected results are in the pipeline's `README.md`, worked out by a person.
func inboxFiles() throws -> [String: [UInt8]] {
  var files: [String: [UInt8]] = [:]
  for (subject, contents) in ["greta": try greta(), "hugo": try hugo(), "jonas": jonas] {
    for (name, content) in contents { files["inbox/\(subject)/\(name)"] = content }
  }
  return files
}

private let berlin = 3600
private let newYork = -5 * 3600

// MARK: One run in three archives

/// Returns a phone's export with a run as a workout, Strava's with the run as a row and a file, and
/// that file alone.
///
/// The device was started two minutes before the watch.
private func greta() throws -> [String: [UInt8]] {
  [
    "export.zip": try gretaHealth.zip(),
    "export_4712.zip": try zip([
      ("activities.csv", Array(gretaRows.utf8)),
      ("activities/801.fit.gz", gzip(FITFile(gretaRun).bytes)),
    ]),
    "evening-run.fit": FITFile(gretaRun).bytes,
  ]
}

private let gretaHealth: HealthExport = {
  let watch = HealthSource.watch(of: "Greta")
  var export = HealthExport(exportDate: "2026-03-10 08:00:00 +0100", offsetSeconds: berlin)
  for day in [2, 4, 7] {
    export.records.append(
      .init(
        .distanceWalkingRunning, "3", by: watch, marchTime(day, "08:00:00"),
        marchTime(day, "08:40:00")))
  }
  let (start, end) = (marchTime(5, "18:00:00"), marchTime(5, "18:30:00"))
  export.records += [
    .init(.distanceWalkingRunning, "5", by: watch, start, end),
    .init(.steps, "4000", by: watch, start, end),
    .init(.activeEnergy, "350", by: watch, start, end),
  ]
  export.workouts = [
    HealthWorkout(
      "Running", by: watch, duration: "30", start, end, metadata: [.timeZone("Europe/Berlin")])
  ]
  return export
}()

private func marchTime(_ day: Int, _ clock: String) -> ExportTime {
  .text("2026-03-0\(day) \(clock) +0100")
}

private let gretaStart: FITFileTime = "2026-03-05T16:58:00Z"

private let gretaRun: [FITFileMessage] = [
  .fileID(type: 4, created: gretaStart),
  .point(at: gretaStart, centimeters: 0, heartRate: 130),
  .point(at: gretaStart + 120, centimeters: 20_000, heartRate: 140),
  .point(at: gretaStart + 1920, centimeters: 520_000, heartRate: 150),
  .session(
    sport: 1, start: gretaStart, elapsed: 1920, centimeters: 520_000, kilocalories: 320,
    cycles: 2080, averageRate: 140, maximumRate: 150),
  .activity(at: gretaStart + 1920, timer: 1920, offset: berlin),
]

private let gretaRows = """
  id,date,name,type,description,elapsed_time,distance,commute,gear,filename
  801,2026-03-05 16:58:00,Evening Run,Run,,1920,5200.0,false,,activities/801.fit.gz

  """

// MARK: Two trackers

/// Returns the exports of a Fitbit until Tuesday and of a Garmin from Tuesday on.
private func hugo() throws -> [String: [UInt8]] {
  let minutes = [2, 3].map { day in (10..<30).map { "2026-03-0\(day)T13:\($0):00Z" } }.joined()
  func table(_ name: String, _ figure: String) -> (path: String, content: [UInt8]) {
    let rows = minutes.map { "\($0),\(figure),Charge 5\n" }.joined()
    let text = "timestamp,\(name),data source\n" + rows
    return (
      "Takeout/Fitbit/Physical Activity_GoogleData/\(name)_2026-03-01.csv", Array(text.utf8)
    )
  }
  return [
    "takeout-20260310T120000Z-001.zip": try zip([
      table("steps", "120"), table("distance", "100"),
      ("Takeout/Fitbit/Global Export Data/steps-2026-03-02.json", Array(hugoTwin.utf8)),
      ("Takeout/Fitbit/Your Profile/Profile.csv", Array(hugoProfile.utf8)),
    ]),
    "garmin.zip": try zip([
      (
        "DI_CONNECT/DI-Connect-Fitness/hugo_0_summarizedActivities.json",
        Array(hugoSessions.utf8)
      ),
      (
        "DI_CONNECT/DI-Connect-Aggregator/UDSFile_2026-03-03_2026-06-10.json",
        Array(hugoDays.utf8)
      ),
      (
        "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip",
        try zip([
          ("hugo_701.fit", FITFile(hugoRun).bytes),
          ("hugo_monitoring.fit", FITFile(hugoThursday).bytes),
        ])
      ),
    ]),
  ]
}

private let hugoTwin = """
  [{"dateTime": "03/02/26 13:10:00", "value": "120"}, {"dateTime": "03/02/26 13:11:00", "value": "120"}]

  """

private let hugoProfile = "id,full_name,timezone\nX,X,America/New_York\n"

/// The sessions in milliseconds and centimeters; 838 / 4.19 = 200 kcal.
private let hugoSessions = """
  [{"summarizedActivitiesExport": [
   {"activityId": 701, "activityType": "running", "beginTimestamp": 1772838000000,
    "duration": 1200000.0, "elapsedDuration": 1200000.0, "distance": 300500.0, "calories": 838.0}
  ]}]

  """

private let hugoDays = """
  [{"calendarDate": "2026-03-03", "totalSteps": 5000, "totalDistanceMeters": 4000,
    "includesWellnessData": true},
   {"calendarDate": "2026-03-04", "totalSteps": 3500, "totalDistanceMeters": 2500,
    "includesWellnessData": true},
   {"calendarDate": "2026-03-09", "totalSteps": 1000, "totalDistanceMeters": 700,
    "includesWellnessData": true}]

  """

private let hugoStart: FITFileTime = "2026-03-06T23:00:00Z"

private let hugoRun: [FITFileMessage] = [
  .fileID(type: 4, created: hugoStart),
  .point(at: hugoStart, centimeters: 0),
  .point(at: hugoStart + 1200, centimeters: 300_000),
  .session(sport: 1, start: hugoStart, elapsed: 1200, centimeters: 300_000, cycles: 1700),
  .activity(at: hugoStart + 1200, timer: 1200, offset: newYork),
]

private let hugoMidnight: FITFileTime = "2026-03-05T05:00:00Z"

private let hugoThursday: [FITFileMessage] = [
  .fileID(type: 32, created: hugoMidnight),
  .monitoringInfo(at: hugoMidnight, offset: newYork),
  .counters(
    at: hugoMidnight + 12 * 3600, type: 6, cycles: 2000, centimeters: 150_000, kilocalories: 80),
]

// MARK: A damaged file

/// The files of Jonas, of which Thursday's ends before there is a session.
private let jonas: [String: [UInt8]] = [
  "monday.fit": FITFile(jonasRun(from: "2026-03-02T17:00:00Z", hundreds: 80)).bytes,
  "thursday.fit": Array(
    FITFile(jonasRun(from: "2026-03-05T17:00:00Z", hundreds: 60)).bytes.dropLast(160)),
  "next-monday.fit": FITFile(jonasRun(from: "2026-03-09T17:00:00Z", hundreds: 50)).bytes,
]

/// Makes the messages of a run's FIT file, with a point every 100 meters.
///
/// - Parameter hundreds: The distance in hundreds of meters, each of which takes half a minute.
private func jonasRun(from start: FITFileTime, hundreds: Int) -> [FITFileMessage] {
  let points = (0...hundreds).map { index in
    FITFileMessage.point(at: start + index * 30, centimeters: index * 10_000, heartRate: 140)
  }
  return [.fileID(type: 4, created: start)] + points + [
    .session(sport: 1, start: start, elapsed: hundreds * 30, centimeters: hundreds * 10_000),
    .activity(at: start + hundreds * 30, timer: hundreds * 30, offset: berlin),
  ]
}

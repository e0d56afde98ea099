import DaymarkModel
import Foundation
import Testing

@testable import DaymarkIngest

/// Formats, "Files that are not read".
struct UnrecognisedFileTests {
  private func content(
    _ path: String, _ text: String, isOfAccount: Bool = false
  ) -> UnrecognisedFile.Content? {
    content(path, Array(text.utf8), isOfAccount: isOfAccount)
  }

  private func content(
    _ path: String, _ bytes: [UInt8], isOfAccount: Bool = false
  ) -> UnrecognisedFile.Content? {
    bytes.withUnsafeBytes {
      let file = UnrecognisedFile(path: path, head: $0)
      return isOfAccount ? file.contentInAccount : file.content
    }
  }

  @Test(arguments: [
    ("IMG_1.HEIC", "\u{0}\u{0}ftypheic"), ("scan", "%PDF-1.7 2025-01-01 steps"),
    ("a.xlsx", "PK..."),
    ("Thumbs.db", "anything"), ("notes.txt", "Ran 5 km on 2025-05-01, felt good."),
    (
      "export_cda.xml",
      "<?xml version=\"1.0\"?><ClinicalDocument><effectiveTime value=\"20250501\"/>"
    ),
    ("sleep.csv", "date,duration,average heart rate\n2025-05-01,420,52\n"),
    ("weight.csv", "Date,Weight (kg),Fat mass\n2025-05-01,80,12\n"),
    ("messages.json", #"{"sent": "2025-05-01T10:00:00Z", "text": "hello"}"#),
    ("logins.csv", "date,ip\n2025-05-01,10.0.0.1\n"), ("empty.csv", ""),
  ])
  func `kinds that hold nothing that counts`(_ path: String, _ text: String) {
    #expect(content(path, text) == nil && content(path, text, isOfAccount: true) == nil)
  }

  @Test(arguments: [
    ("gadgetbridge.db", "SQLite format 3\u{0}...."), ("unknown.bin", "\u{1}\u{2}\u{3}"),
    ("app.csv", "Datum,Wert\n2025-05-01,9000\n"), ("run.fit", "no recording"),
    ("com.samsung.shealth.step_daily_trend.1.csv", "a,b\n"),
  ])
  func `a file that tells nothing of its content may hold anything`(_ path: String, _ text: String)
  {
    #expect(content(path, text) == .anything)
  }

  @Test func `a table may hold what its headings name`() {
    let steps = content("x.csv", "Date,Steps,Floors climbed\n2025-05-01,9000,3\n")
    #expect(steps?.metrics == [.steps, .flightsClimbed])
    #expect(steps?.mayHaveSessions == false && steps?.mayHaveSets == false)
    let sessions = content(
      "y.json",
      #"[{"startTime": 1746057600000, "duration": 3600, "avgHeartRate": 120, "totalCalories": 9}]"#)
    #expect(sessions?.metrics == [.activeEnergy, .heartRate] && sessions?.mayHaveSessions == true)
    let german = content("z.csv", "Datum;Schritte;Strecke (km)\n01.05.2025;9000;7,2\n")
    #expect(
      german?.metrics == [
        .steps, .distanceWalkingRunning, .distanceCycling, .distanceSwimming,
      ])
    let sets = content("w.csv", "Date,Exercise,Reps\n2025-05-01,Squat,5\n")
    #expect(sets?.mayHaveSets == true)
  }

  /// What stands in account exports beside what is read, with heads after public descriptions.
  static let besides: [(String, String)] = [
    (
      "DI_CONNECT/DI-Connect-Wellness/2025_sleepData.json",
      #"[{"calendarDate":"2025-05-01","deepSleepSeconds":1,"spo2SleepSummary":{"averageHR":51.0}}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Wellness/1_heartRateZones.json",
      #"[{"trainingMethod":"HR_MAX","maxHeartRateUsed":190,"changeState":"2025-05-01","sport":"RUNNING"}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Wellness/2025_wellnessActivities.json",
      #"[{"calendarDate":"2025-05-01","activityType":"BREATHWORK","duration":300}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Aggregator/HydrationLogFile_2025.json",
      #"[{"calendarDate":"2025-05-01","valueInML":250.0,"duration":3600.0,"activityId":1}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Metrics/MetricsAcuteTrainingLoad_2025.json",
      #"[{"calendarDate":1746057600000,"dailyTrainingLoadAcute":120}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Metrics/RunRacePredictions_2025.json",
      #"[{"calendarDate":"2025-05-01","raceTime5K":1500}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Metrics/TrainingReadinessDTO_2025.json",
      #"[{"calendarDate":"2025-05-01","level":"LOW","sleepScore":60}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Fitness/anna_gear.json",
      #"[{"gearDTOS":[{"dateBegin":"2025-05-01","maximumMeters":0,"distance":1200}]}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Fitness/anna_personalRecord.json",
      #"[{"personalRecords":[{"value":300,"prStartTimeGMT":"2025-05-01","activityType":"running"}]}]"#
    ),
    (
      "DI_CONNECT/DI-Connect-Fitness/anna_courses.json",
      #"[{"createDate":"2025-05-01","distanceMeter":5000,"distance":5000}]"#
    ),
    ("DI_CONNECT/DI-Connect-User/user_profile.json", #"{"birthDate":"1980-05-01","sport":"x"}"#),
    ("DI_CONNECT/DI-Connect-Device/device_1.json", #"{"lastSync":"2025-05-01","steps":true}"#),
    ("DI-GOLF/Golf-SCORECARD.json", #"[{"startTime":"2025-05-01","distance":300,"steps":9}]"#),
    (
      "Takeout/Fitbit/Sleep Score/sleep_score.csv",
      "sleep_log_entry_id,timestamp,resting_heart_rate\n1,2025-05-01,52\n"
    ),
    (
      "Takeout/Fitbit/Stress Score/Stress Score.csv",
      "DATE,STRESS_SCORE,CALCULATION_FAILED\n2025-05-01,70,false\n"
    ),
    (
      "Takeout/Fitbit/Active Zone Minutes (AZM)/Active Zone Minutes - 2025-05-01.csv",
      "date_time,heart_zone_id,total_minutes\n2025-05-01T10:00,FAT_BURN,1\n"
    ),
    (
      "Takeout/Fitbit/Activity Goals/Activity Goals.csv",
      "type,frequency,target,result,status,is_primary,start_date\nSTEPS,DAILY,10000,,,,2025-05-01\n"
    ),
    (
      "Takeout/Fitbit/Global Export Data/time_in_heart_rate_zones-2025-05-01.json",
      #"[{"dateTime":"05/01/25 00:00:00","value":{"valuesInZones":{"IN_DEFAULT_ZONE_1":9.0}}}]"#
    ),
    (
      "Takeout/Fitbit/Global Export Data/sedentary_minutes-2025-05-01.json",
      #"[{"dateTime":"05/01/25 00:00:00","value":"700"}]"#
    ),
    (
      "Takeout/Fitbit/Heart Rate Variability/Daily Heart Rate Variability Summary - 2025-05-01.csv",
      "timestamp,rmssd,nremhr,entropy\n2025-05-01T00:00:00,30,52,2\n"
    ),
    (
      "Takeout/Fitbit/Physical Activity_GoogleData/calories_in_heart_rate_zone_2025-05-01.csv",
      "timestamp,heart rate zone type,kcal\n2025-05-01T10:00:00Z,LIGHT,3\n"
    ),
    (
      "Takeout/Fitbit/Physical Activity_GoogleData/daily_resting_heart_rate.csv",
      "timestamp,beats per minute\n2025-05-01T00:00:00Z,52\n"
    ),
    (
      "Takeout/Fitbit/Temperature/Computed Temperature - 2025-05-01.csv",
      "type,sleep_start,nightly_temperature\nSKIN,2025-05-01,33\n"
    ),
    ("goals.csv", "Goal Type,Activity Type,Goal Amount,Start Date\nDISTANCE,Run,20,2025-05-01\n"),
    ("bikes.csv", "Bike Name,Bike Brand,Bike Model,Bike Default Sport Types\nA,B,C,Ride\n"),
    ("components.csv", "Component,Distance,Date Added\nChain,1200,2025-05-01\n"),
    ("logins.csv", "Login Date,IP Address\n2025-05-01,10.0.0.1\n"),
    ("global_challenges.csv", "Join Date,Name,Completed,Distance\n2025-05-01,May,true,100\n"),
    ("segments.csv", "Name,Activity Type,Distance,Created\nHill,Run,900,2025-05-01\n"),
    ("messaging.json", #"[{"date":"2025-05-01","message":"hi"}]"#),
  ]

  @Test(arguments: besides)
  func `what stands in account exports beside what is read holds nothing`(
    _ path: String, _ text: String
  ) {
    #expect(content(path, text, isOfAccount: true) == nil)
  }

  @Test func `in an account export a file must say that it has dates, and what of`() {
    let table = "start_time,duration,calories,steps\n2025-05-01T10:00:00Z,1800,200,3000\n"
    #expect(
      content("Takeout/x/UserExercises_1.csv", table, isOfAccount: true)?.mayHaveSessions == true)
    #expect(content("a.csv", "a,steps\nb,1\n", isOfAccount: true) == nil)
    #expect(content("a.csv", "date,value\n2025-05-01,1\n", isOfAccount: true) == nil)
    #expect(content("a.bin", "\u{1}\u{2}", isOfAccount: true) == nil)
  }
}

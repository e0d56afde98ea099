/// All formats, in the order in which they are tried.
let inputFormats: [any InputFormat.Type] = [
  AppleHealthFormat.self,
  FITFormat.self,
  StravaExportFormat.self,
  TCXFormat.self,
  GPXFormat.self,
  StravaAPIFormat.self,
  GarminExportActivitiesFormat.self,
  GarminExportDaysFormat.self,
  GarminActivitiesCSVFormat.self,
  GarminHealthAPIFormat.self,
  FitbitMinutesFormat.self,
  FitbitCaloriesFormat.self,
  FitbitExercisesFormat.self,
  FitbitProfileFormat.self,
  FitbitGlobalExportFormat.self,
  FitbitWebAPIFormat.self,
  HealthConnectFormat.self,
  SamsungHealthFormat.self,
  GoogleFitFormat.self,
  GoogleFitSessionFormat.self,
  WithingsDaysFormat.self,
  WithingsActivitiesFormat.self,
  PolarFormat.self,
  WhoopFormat.self,
  OuraFormat.self,
  SimpleHealthExportFormat.self,
  HealthAutoExportJSONFormat.self,
  HealthAutoExportDaysFormat.self,
  HealthAutoExportWorkoutsFormat.self,
  StrongFormat.self,
  HevyFormat.self,
  FitNotesFormat.self,
  FitbodFormat.self,
  RepCountFormat.self,
  GravlFormat.self,
  GymRunFormat.self,
  GymBookFormat.self,
  LiftosaurFormat.self,
  GarminSetsFormat.self,
  StrongLiftsFormat.self,
  StrongLiftsLegacyFormat.self,
  JEFITFormat.self,
  StrengthLogFormat.self,
  AlphaProgressionFormat.self,
  GymaholicFormat.self,
  ProgressionFormat.self,
  WgerFormat.self,
  BulkTrackFormat.self,
  OpenWeightFormat.self,
  FeatAttemptsFormat.self,
  LadderAttemptsFormat.self,
  // This is last, because known apps have precedence over an operator's table with similar
  // headings.
  ColumnsFormat.self,
  SessionLogFormat.self,
]

/// The formats that hold nothing but sleep, which are tried only where sleep is asked for.
private let sleepFormats: [any InputFormat.Type] = [
  FitbitSleepFormat.self,
  FitbitSleepTableFormat.self,
  GarminSleepFormat.self,
]

extension ReadLimits {
  /// The formats that are tried, in their order.
  var triedFormats: [any InputFormat.Type] {
    readsSleep ? sleepFormats + inputFormats : inputFormats
  }
}

/// Whether a file name has the ending of an archive or of a supported document.
package func isInputName(_ name: String) -> Bool {
  let name = name.lowercased()
  if wholeInputFormat.mayBeDocument(fileName: name) { return true }
  let endings =
    ["zip", "gz", "tar", "tgz", "bz2", "xz", "7z", "rar"]
    + inputFormats.flatMap { $0.fileExtensions }
  return endings.contains { name.hasSuffix("." + $0) }
}

/// The file endings of activity files.
let activityFileExtensions = inputFormats.filter { $0.isActivityFile }.flatMap { $0.fileExtensions }

/// The format whose documents are each read by themselves.
///
/// An unreadable compressed file or zip is treated as one, because most are.
let wholeInputFormat: any WholeInputFormat.Type = AppleHealthFormat.self

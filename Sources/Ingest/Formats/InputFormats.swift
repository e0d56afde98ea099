/// Every format, in the order they are tried.
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
  // The last: what an app is known to write is never what a table of one's own happens to be named like.
  ColumnsFormat.self,
  SessionLogFormat.self,
]

/// Whether a file's name ends like that of an archive, or of a document that a format reads.
package func isInputName(_ name: String) -> Bool {
  let name = name.lowercased()
  if wholeInputFormat.mayBeDocument(fileName: name) { return true }
  let endings =
    ["zip", "gz", "tar", "tgz", "bz2", "xz", "7z", "rar"]
    + inputFormats.flatMap { $0.fileExtensions }
  return endings.contains { name.hasSuffix("." + $0) }
}

/// The endings of the names of activity files.
let activityFileExtensions = inputFormats.filter { $0.isActivityFile }.flatMap { $0.fileExtensions }

/// The format of which each document is read as if it were handed in by itself.
///
/// A compressed file or a zip of which nothing can be read is taken for one: that is what most are.
let wholeInputFormat: any WholeInputFormat.Type = AppleHealthFormat.self

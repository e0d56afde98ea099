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
  FitbitProfileFormat.self,
  FitbitGlobalExportFormat.self,
  FitbitWebAPIFormat.self,
]

/// The endings of the names of activity files.
let activityFileExtensions = inputFormats.filter { $0.isActivityFile }.flatMap { $0.fileExtensions }

/// The format of which one document is a whole input.
///
/// A compressed file or a zip of which nothing can be read is taken for one: that is what most are.
let wholeInputFormat: any WholeInputFormat.Type = AppleHealthFormat.self

/// An Apple Health export, as a phone's "Export All Health Data" writes it.
package struct HealthExport: Hashable, Sendable {
  /// The document type at the head.
  package var documentType: HealthDocumentType
  /// The locale that the export states.
  package var locale: String
  /// The phone's offset from UTC at the export, in which all times of the file are printed.
  ///
  /// - Units: seconds east of UTC.
  package var offsetSeconds: Int
  /// The time of the export; left out when `nil`.
  package var exportDate: ExportTime?
  /// The records at top level.
  package var records: [HealthRecord]
  /// The correlations, with records of their own.
  package var correlations: [HealthCorrelation]
  /// The workouts.
  package var workouts: [HealthWorkout]
  /// The activity summaries.
  package var summaries: [ActivitySummary]

  package init(
    _ documentType: HealthDocumentType = .version9, locale: String = "de_DE",
    exportDate: ExportTime?, offsetSeconds: Int = 7200, records: [HealthRecord] = [],
    correlations: [HealthCorrelation] = [], workouts: [HealthWorkout] = [],
    summaries: [ActivitySummary] = []
  ) {
    self.documentType = documentType
    self.locale = locale
    self.offsetSeconds = offsetSeconds
    self.exportDate = exportDate
    self.records = records
    self.correlations = correlations
    self.workouts = workouts
    self.summaries = summaries
  }

  /// Returns the document, `export.xml`.
  package func xml() -> [UInt8] {
    var writer = HealthXMLWriter(documentType, offsetSeconds: offsetSeconds)
    writer.begin(locale: locale, exportDate: exportDate)
    for record in records { writer.write(record) }
    for correlation in correlations { writer.write(correlation) }
    for workout in workouts { writer.write(workout) }
    for summary in summaries { writer.write(summary) }
    writer.end()
    return writer.bytes
  }

  /// Returns the archive with the document, and with the clinical document that every phone also
  /// writes.
  ///
  /// - Parameter entry: The path of the document in the zip. Phones translate its last component.
  /// - Returns: The bytes of the zip.
  /// - Throws: ``SampleError`` where memory is short.
  package func zip(entry: String = "apple_health_export/export.xml") throws -> [UInt8] {
    let writer = try ZipWriter()
    let document = xml()
    try writer.begin(entry, size: document.count)
    try writer.write(document)
    try writer.begin("apple_health_export/export_cda.xml", size: clinicalDocument.count)
    try writer.write(clinicalDocument)
    return try writer.finish()
  }
}

/// The beginning of `export_cda.xml`, which is well-formed but must not be read.
let clinicalDocument = [UInt8](
  """
  <?xml version="1.0"?>
  <ClinicalDocument xmlns="urn:hl7-org:v3">
   <title>Health Data Export</title>
  </ClinicalDocument>

  """.utf8)

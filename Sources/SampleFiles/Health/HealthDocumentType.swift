/// The document type at the beginning of an export, by version.
///
/// The version is a comment in the file, on which nothing depends. Version 12, of iOS 16.0, is not
/// well-formed, so that a parser that reads it stops before the first record.
package enum HealthDocumentType: CaseIterable, Hashable, Sendable {
  /// The version of iOS 14 and 15, with workout totals as attributes.
  case version11
  /// The version of iOS 16.0, which is malformed, and has the end of each `WorkoutStatistics` as a
  /// second `startDate`.
  case version12
  /// The later, repaired version.
  case version9

  /// The text up to the root element.
  var prologue: String {
    let declarations = self == .version11 ? sharedElements : sharedElements + elementsOfIOS16
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: \(number) -->

      """
    for declaration in declarations { text += declaration.text(in: self) }
    if self == .version12 { text += brokenEnd }
    return text + "]>\n"
  }

  private var number: Int {
    switch self {
    case .version11: 11
    case .version12: 12
    case .version9: 13
    }
  }
}

/// The declarations of an element: its content and its attributes.
private struct ElementDeclaration {
  let name: String
  let content: String
  /// The attributes.
  ///
  /// A name that ends with `!` is required.
  let attributes: [String]

  init(_ name: String, content: String = "EMPTY", _ attributes: String) {
    self.name = name
    self.content = content
    self.attributes = attributes.split(separator: " ").map(String.init)
  }

  func text(in version: HealthDocumentType) -> String {
    var content = content
    if version != .version9 {
      // Version 12 wrote the element without declaring it as allowed.
      content = content.replacing("|WorkoutActivity|WorkoutStatistics", with: "")
    }
    var text = "<!ELEMENT \(name) \(content)>\n<!ATTLIST \(name)\n"
    let width = attributes.map(\.count).max() ?? 0
    for attribute in attributes {
      let isRequired = attribute.hasSuffix("!")
      let bare = isRequired ? String(attribute.dropLast()) : attribute
      let padding = String(repeating: " ", count: width - bare.count)
      text += "  \(bare)\(padding) CDATA \(isRequired ? "#REQUIRED" : "#IMPLIED")\n"
    }
    return text + ">\n"
  }
}

private let origin = "sourceName! sourceVersion device creationDate startDate! endDate!"

private let sharedElements = [
  ElementDeclaration(
    "HealthData",
    content: "(ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)",
    "locale!"),
  ElementDeclaration("ExportDate", "value!"),
  ElementDeclaration(
    "Me",
    """
    HKCharacteristicTypeIdentifierDateOfBirth! HKCharacteristicTypeIdentifierBiologicalSex! \
    HKCharacteristicTypeIdentifierBloodType! HKCharacteristicTypeIdentifierFitzpatrickSkinType! \
    HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse
    """),
  ElementDeclaration(
    "Record", content: "((MetadataEntry|HeartRateVariabilityMetadataList)*)",
    "type! unit value \(origin)"),
  ElementDeclaration("Correlation", content: "((MetadataEntry|Record)*)", "type! \(origin)"),
  ElementDeclaration(
    "Workout",
    content: "((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutActivity|WorkoutStatistics)*)",
    """
    workoutActivityType! duration durationUnit totalDistance totalDistanceUnit totalEnergyBurned \
    totalEnergyBurnedUnit \(origin)
    """),
  ElementDeclaration("WorkoutEvent", "type! date! duration durationUnit"),
  ElementDeclaration("WorkoutRoute", content: "((MetadataEntry|FileReference)*)", origin),
  ElementDeclaration("FileReference", "path!"),
  ElementDeclaration(
    "ActivitySummary",
    """
    dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit appleMoveTime \
    appleMoveTimeGoal appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal
    """),
  ElementDeclaration("MetadataEntry", "key! value!"),
  ElementDeclaration(
    "HeartRateVariabilityMetadataList", content: "(InstantaneousBeatsPerMinute*)", ""),
  ElementDeclaration("InstantaneousBeatsPerMinute", "bpm! time!"),
  ElementDeclaration(
    "ClinicalRecord",
    "type! identifier! sourceName! sourceURL! fhirVersion! receivedDate! resourceFilePath!"),
]

private let elementsOfIOS16 = [
  ElementDeclaration("WorkoutActivity", "uuid! startDate! endDate duration durationUnit"),
  ElementDeclaration(
    "WorkoutStatistics", "type! startDate! endDate! average minimum maximum sum unit"),
]

/// The defects of version 12: a list of attributes without an end, a stray line, and a superfluous
/// `>`.
private let brokenEnd = """
  <!ELEMENT VisionPrescription ((RightEye|LeftEye|Attachment|MetadataEntry)*)>
  <!ATTLIST VisionPrescription
    type           CDATA #REQUIRED
    dateIssued     CDATA #REQUIRED
    expirationDate CDATA #IMPLIED
    brand          CDATA #IMPLIED
  <!ELEMENT RightEye EMPTY>
  <!ATTLIST RightEye
    sphere     CDATA #IMPLIED
    sphereUnit CDATA #IMPLIED
  >
    device CDATA #IMPLIED
  >
  >

  """

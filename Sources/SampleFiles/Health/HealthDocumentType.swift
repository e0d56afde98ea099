/// The document type that an export begins with, by version.
///
/// The version is a comment in the file and nothing depends on it. Version 12, of iOS 16.0, is not
/// well-formed: a parser that reads it stops before the first record.
package enum HealthDocumentType: CaseIterable, Hashable, Sendable {
  /// iOS 14 and 15: workout totals as attributes.
  case version11
  /// iOS 16.0: broken, and with the end of each `WorkoutStatistics` written as a second `startDate`.
  case version12
  /// Later: repaired.
  case version9

  /// Everything up to the root element.
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

/// An element's declarations: its content and its attributes.
private struct ElementDeclaration {
  let name: String
  let content: String
  /// A name that ends in `!` is required.
  let attributes: [String]

  init(_ name: String, content: String = "EMPTY", _ attributes: String) {
    self.name = name
    self.content = content
    self.attributes = attributes.split(separator: " ").map(String.init)
  }

  func text(in version: HealthDocumentType) -> String {
    var content = content
    if version != .version9 {
      // Version 12 already wrote the element without allowing it.
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

/// The defects of version 12: a list of attributes that never ends, a line on its own, a `>` too many.
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

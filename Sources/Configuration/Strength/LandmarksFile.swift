import CDaymarkTexts
import DaymarkDocuments
package import DaymarkModel

/// Reads the recommended weekly sets by muscle: those that Daymark brings, or those of a file.
///
/// - Parameters:
///   - path: A table in the form of the shipped one; see Strength, "Landmarks".
///   - muscles: The muscles that exercises name.
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadLandmarks(at path: String? = nil, of muscles: [Muscle]) throws -> [Landmark] {
  let findings = FindingCollector()
  let text =
    path.map { readText(at: $0, findings) }
    ?? String(cString: daymark_landmarks_tsv())
  let landmarks = text.flatMap {
    readLandmarks($0, file: path ?? OperatorFile.Kind.landmarks.fileName, of: muscles, findings)
  }
  guard let landmarks, findings.isEmpty else { throw findings.error() }
  return landmarks
}

/// Reads the recommended weekly sets of an operator's file and reports errors.
func readLandmarks(in file: OperatorFile, _ findings: FindingCollector) -> [Landmark]? {
  readExercises(settledIn: nil, findings).flatMap {
    readLandmarks(file.text, file: file.path, of: $0.muscles, findings)
  }
}

private func readLandmarks(
  _ text: String, file: String, of muscles: [Muscle], _ findings: FindingCollector
) -> [Landmark]? {
  TSVTable(text, file: file, headings: headings, findings)?.rows.compactMap {
    readLandmark($0, muscles.map(\.name))
  }
}

private let headings = ["name", "muscles", "mv", "mev", "mavFrom", "mavTo", "mrv", "source"]

/// The most sets that a row may state, which is more than a week has time for.
private let mostSets = 1000

private func readLandmark(_ row: TSVTable.Row, _ muscles: [String]) -> Landmark? {
  var least = 0
  // Each number must be at least the one before it.
  let sets = headings[2...6].compactMap { heading in
    let count = row.read(heading, expected: .wholeNumber(from: least, through: mostSets)) {
      wholeNumber($0).flatMap { (least...mostSets).contains($0) ? $0 : nil }
    }
    least = count ?? least
    return count
  }
  guard let name = row.text("name"), let known = row.words("muscles", of: muscles), !known.isEmpty,
    let source = row.text("source"), sets.count == 5
  else { return nil }
  return Landmark(
    name: name, muscles: known, maintenance: sets[0], leastEffective: sets[1],
    mostAdaptive: sets[2]...sets[3], mostRecoverable: sets[4], source: source)
}

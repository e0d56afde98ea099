import CDaymarkTexts
import DaymarkDocuments
package import DaymarkModel

/// Reads the exercises that Daymark brings, with names whose meaning a file states.
///
/// - Parameter path: An `exercises.yaml`; see Strength, "Names".
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadExercises(settledAt path: String? = nil) throws -> ExerciseTable {
  try loadExercises(settledIn: path.map { try loadOperatorFile(.exercises, at: $0) })
}

/// Reads the exercises that Daymark brings, with names whose meaning an operator's file states.
///
/// - Parameter file: An `exercises.yaml`, already loaded.
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadExercises(settledIn file: OperatorFile?) throws -> ExerciseTable {
  let findings = FindingCollector()
  guard let table = readExercises(settledIn: file, findings), findings.isEmpty else {
    throw findings.error()
  }
  return table
}

/// Reads the exercises and reports errors.
func readExercises(
  settledIn file: OperatorFile?, _ findings: FindingCollector
) -> ExerciseTable? {
  guard var table = shippedExercises else { return readShippedExercises(findings) }
  if let file, let names = readSettledNames(in: file, table.exercises, findings) {
    table.settled = names
  }
  return table
}

/// The table that Daymark brings, read once; `nil` when it is broken.
private let shippedExercises: ExerciseTable? = {
  let findings = FindingCollector()
  let table = readShippedExercises(findings)
  return findings.isEmpty ? table : nil
}()

private func readShippedExercises(_ findings: FindingCollector) -> ExerciseTable? {
  let files = [
    ("muscles.tsv", daymark_muscles_tsv(), ["muscle", "group"]),
    ("bodyweight.tsv", daymark_bodyweight_tsv(), ["id", "percent", "load", "source"]),
    (
      "exercises.tsv", daymark_exercises_tsv(),
      ["id", "name", "mechanic", "equipment", "primary", "secondary"]
    ),
    ("aliases.tsv", daymark_aliases_tsv(), ["name", "id", "language"]),
  ]
  let tables = files.compactMap { file, text, headings in
    TSVTable(String(cString: text), file: file, headings: headings, findings)
  }
  guard tables.count == files.count else { return nil }
  let muscles = tables[0].rows.compactMap { row in
    row.text("muscle").flatMap { name in
      row.text("group").map { Muscle(name: name, group: $0) }
    }
  }
  let bodies = readBodyWeights(tables[1])
  let names = muscles.map(\.name)
  let exercises = tables[2].rows.compactMap { row in
    readExercise(row, muscles: names, bodies)
  }
  return ExerciseTable(
    exercises: exercises, aliases: readAliases(tables[3], of: exercises), muscles: muscles)
}

private func readExercise(
  _ row: TSVTable.Row, muscles: [String], _ bodies: [String: LiftedBody]
) -> Exercise? {
  guard let id = row.text("id"), let name = row.text("name"),
    let primary = row.words("primary", of: muscles),
    let secondary = row.words("secondary", of: muscles)
  else { return nil }
  return Exercise(
    id: id, name: name, isCompound: readMechanic(row),
    equipment: row.isEmpty("equipment") ? "" : row.text("equipment") ?? "",
    primaryMuscles: primary, secondaryMuscles: secondary,
    bodyWeightPercent: bodies[id]?.percent ?? 0, loadIsHelp: bodies[id]?.loadIsHelp ?? false)
}

/// Whether an exercise moves more than one joint.
///
/// - Returns: `nil` where the table does not say.
private func readMechanic(_ row: TSVTable.Row) -> Bool? {
  guard !row.isEmpty("mechanic") else { return nil }
  return row.read("mechanic", expected: .oneOf(["compound", "isolation"])) {
    switch $0 {
    case "compound": true
    case "isolation": false
    default: nil
    }
  }
}

/// The part of the body that an exercise lifts, and whether its load is help.
private struct LiftedBody {
  var percent: Int
  var loadIsHelp: Bool
}

private func readBodyWeights(_ table: TSVTable) -> [String: LiftedBody] {
  var bodies: [String: LiftedBody] = [:]
  for row in table.rows {
    let percent = row.read("percent", expected: .wholeNumber(from: 1, through: 100)) {
      wholeNumber($0).flatMap { (1...100).contains($0) ? $0 : nil }
    }
    let loadIsHelp = row.read("load", expected: .oneOf(["added", "help"])) {
      ["added": false, "help": true][$0]
    }
    if let id = row.text("id"), let percent, let loadIsHelp {
      bodies[id] = LiftedBody(percent: percent, loadIsHelp: loadIsHelp)
    }
  }
  return bodies
}

private func readAliases(_ table: TSVTable, of exercises: [Exercise]) -> [ExerciseAlias] {
  let ids = Set(exercises.map(\.id))
  return table.rows.compactMap { row in
    let id = row.read("id", expected: .exercise) { ids.contains($0) ? $0 : nil }
    return row.text("name").flatMap { name in id.map { ExerciseAlias(name: name, id: $0) } }
  }
}

extension KeyTable {
  static let settledNames = KeyTable([
    .needed("exercises", .list(.mapping(settledName), of: .exercise))
  ])

  static let settledName = KeyTable([.needed("name", .text), .needed("is", .text)])
}

/// Reads an `exercises.yaml`, which states the exercise that names in logs mean.
private func readSettledNames(
  in file: OperatorFile, _ exercises: [Exercise], _ findings: FindingCollector
) -> [ExerciseAlias]? {
  guard let root = readYAML(file.text, file: file.path, findings),
    let file = YAMLMapping(root, .settledNames, findings), let list = file["exercises"]
  else { return nil }
  guard let elements = list.elements, !elements.isEmpty else {
    file.reject("exercises", list)
    return nil
  }
  let ids = exercises.map(\.id)
  var seen: Set<String> = []
  return elements.compactMap { element in
    guard let entry = YAMLMapping(element, .settledName, key: "exercises", findings) else {
      return nil
    }
    guard let name = entry.read("name", freeText), let value = entry["is"] else { return nil }
    guard seen.insert(name).inserted else {
      findings.add(.configDuplicate, at: entry.place, key: name)
      return nil
    }
    guard let id = value.text, ids.contains(id) else {
      entry.reject(
        "is", value, expected: .exercise,
        suggestion: value.text.flatMap { suggestion(for: $0, among: ids) })
      return nil
    }
    return ExerciseAlias(name: name, id: id)
  }
}

/// Reads the id of an exercise, which may be given by the id or by any name that means it alone;
/// for other names an error with the nearest names is reported.
func readExercise(_ key: String, of mapping: YAMLMapping) -> String? {
  guard let value = mapping[key], let table = readExercises(settledIn: nil, mapping.findings) else {
    return nil
  }
  let text = value.text ?? ""
  if table.exercises.contains(where: { $0.id == text }) { return text }
  let names = ExerciseNames(table)
  if let exercise = names.exercise(named: text) { return exercise.id }
  let meant = names.respelled(text) { suggestion(for: $0, among: $1) }
  // People say `bench` and mean the press.
  let known = [meant, "\(meant) press"].first { names.exercise(named: $0) != nil }
  mapping.reject(
    key, value, expected: .exerciseName(nearest: names.nearest(to: meant).map(\.name)),
    suggestion: known)
  return nil
}

import DaymarkTestSupport
import Foundation

/// A text file of the project.
struct SourceFile {
  /// Relative to the package.
  var path: String
  var text: String
}

/// The files of a folder of the project, and of the folders in it, by their names' ends.
func sourceFiles(
  under folder: String, extensions: Set<String> = ["swift"]
) throws -> [SourceFile] {
  let all = FileManager.default.enumerator(atPath: "\(packageFolder)/\(folder)")
  let names = (all?.compactMap { $0 as? String } ?? []).filter { name in
    extensions.contains { name.hasSuffix(".\($0)") }
  }
  return try names.map { name in
    let path = "\(folder)/\(name)"
    return SourceFile(
      path: path, text: try String(contentsOfFile: "\(packageFolder)/\(path)", encoding: .utf8))
  }
}

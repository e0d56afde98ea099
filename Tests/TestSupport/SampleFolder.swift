import Foundation
import Testing

/// A folder `samples/FORMAT/CASE` of the package.
package struct SampleFolder: CustomTestStringConvertible, Sendable {
  /// Its path below `samples/`, such as `fit/run`.
  package var name: String

  /// Every such folder, ascending.
  package static let all: [SampleFolder] =
    (FileManager.default.subpaths(atPath: packageFolder + "/samples") ?? [])
    .filter { $0.hasSuffix("/input") }.sorted().map { SampleFolder(name: String($0.dropLast(6))) }

  package var testDescription: String { name }
  package var folder: String { "\(packageFolder)/samples/\(name)" }

  /// The one file or folder of `input/`; when it holds several, `input/` itself.
  package var input: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/input")) ?? []
    return names.count == 1 ? "\(folder)/input/\(names[0])" : "\(folder)/input"
  }

  /// The files of `input/`, ascending.
  package var files: [String] {
    let found = FileManager.default.enumerator(atPath: folder + "/input")
    let paths = (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/input/\($0)" }
    return paths.sorted().filter { (try? Data(contentsOf: URL(fileURLWithPath: $0))) != nil }
  }

  /// The documents inside, by path: those of a zip and of zips in it, without the clinical one that
  /// is beside every Health document.
  package func documents() throws -> [String: [UInt8]] {
    var documents: [String: [UInt8]] = [:]
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let content = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      documents.merge(try unpacked(content, path: name)) { first, _ in first }
    }
    return documents.filter { !$0.key.hasSuffix("export_cda.xml") }
  }
}

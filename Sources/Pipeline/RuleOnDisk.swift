import DaymarkConfiguration
import DaymarkModel
import Foundation

/// Reads the rule of a pipeline's folder, or of a folder or file of rules alone.
///
/// - Parameter period: What the rule is to be tried on; a pipeline's folder has its own.
/// - Throws: `ConfigurationError` with every error of the files.
func ruleOnDisk(at path: String, period: Period) throws -> Rule {
  var isFolder: ObjCBool = false
  _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
  guard isFolder.boolValue else { return try loadRule(at: path, period: period) }
  if FileManager.default.fileExists(atPath: "\(path)/pipeline.yaml") {
    return try loadPipeline(at: path).rule
  }
  return try loadRule(at: "\(path)/rules.yaml", period: period)
}

import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

/// Checks what a run wrote against the archives and the published pipeline, and prints what differs.
func check(_ folder: String, against pipeline: String, archives: [String]) throws {
  let means = VerificationMeans(
    archives: archives, pipeline: try loadPublishedPipeline(at: pipeline))
  let verification = try verify(folder, with: means)
  for subject in verification.subjects {
    if let error = subject.error { print("\(subject.path): \(line(of: error))") }
    for check in subject.checks {
      for difference in check.differences {
        print("\(subject.path): \(check.item.rawValue): \(difference.path) differs")
      }
    }
  }
  print(verification.isSame ? "everything is the same" : "something differs")
}

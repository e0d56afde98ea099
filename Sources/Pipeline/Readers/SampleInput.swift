import CDaymarkProcess
import DaymarkIngest
import DaymarkModel
import Foundation

/// A small archive built into the program.
///
/// A worker loads with it what its readers need, and a run tries a reader with it.
enum SampleInput {
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2025-06-02 18:00:00 +0200"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
    creationDate="2025-06-01 10:05:00 +0200" startDate="2025-06-01 10:00:00 +0200" \
    endDate="2025-06-01 10:05:00 +0200" value="500"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
    totalDistance="5" totalDistanceUnit="km" sourceName="Watch" \
    creationDate="2025-06-01 12:30:00 +0200" startDate="2025-06-01 12:00:00 +0200" \
    endDate="2025-06-01 12:30:00 +0200"/>
    </HealthData>

    """

  /// The request to read the sample.
  static var request: SubjectRequest {
    var request = SubjectRequest()
    (request.subject, request.archives) = ("sample", ["/export.xml"])
    request.challengeZone = Zone(name: "Europe/Berlin")
    request.asOf = Instant(milliseconds: 1_748_900_000_000)
    return request
  }

  /// The files of the request, in memory.
  struct Files: InputFiles {
    func absolutePath(of path: String) -> String { path }

    func stamp(of path: String) -> InputStamp {
      InputStamp(text: "", bytes: Int64(export.utf8.count), isFolder: false)
    }

    func files(of path: String) -> [FolderFile]? { nil }

    func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
      let bytes = Array(export.utf8)
      let descriptor = daymark_make_memory_file(bytes, bytes.count)
      if descriptor >= 0 { return descriptor }
      throw DaymarkError(.fileUnreadable, at: place) {
        $0.system = String(cString: strerror(errno))
      }
    }

    func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    func makeScratchFile() throws -> Int32 { throw DaymarkError(unspoolable: ENOTSUP) }
  }
}

public import DaymarkConfiguration
import DaymarkEmit
package import DaymarkIngest
public import DaymarkModel

/// What documents are verified with.
public struct VerificationMeans: Sendable {
  /// The files and folders that the run read, among others; empty to take the figures on trust.
  public var archives: [String]
  /// The pipeline as it was published; `nil` to take on trust what it says.
  public var pipeline: PipelineConfiguration?
  /// The run's own patterns, which may hold private names and are not in the document; the pipeline's
  /// when empty.
  public var sourcePriority: [String] = []
  /// What the run compared quality with; the pipeline's or the shipped ones when `nil`.
  package var limits: Limits?
  /// In place of the document's own.
  public var asOf: Instant?
  /// The files of the public halves of keys that are trusted; without one, nobody looks at attestations.
  package var trustedKeys: [String] = []
  /// A checkpoint, or the folder of its log, that attestations should be sealed in; checked by the same keys.
  package var log: String?
  /// The limits on hostile archives.
  package var reading = ReadOptions()

  /// What is left out is taken on trust.
  public init(archives: [String] = [], pipeline: PipelineConfiguration? = nil) {
    (self.archives, self.pipeline) = (archives, pipeline)
  }
}

extension VerificationMeans {
  func usedLimits() throws -> Limits { try limits ?? pipeline?.limits ?? shippedLimits }

  /// With the limits of the pipeline, where it has any.
  var usedReading: ReadOptions { reading.setting(pipeline?.readLimits ?? [:]) }

  func policies(of claim: EvidenceClaim) -> Policies {
    let order = SourceOrder(patterns: sourcePriority)
    var policies = claim.policies
    policies.sourceOrder =
      sourcePriority.isEmpty ? pipeline?.policies.sourceOrder ?? order : order
    return policies
  }

  /// The operator's files of the pipeline for a subject.
  func operatorFiles(of id: String) -> [OperatorFile] {
    guard let pipeline else { return [] }
    return subject(id).map(pipeline.operatorFiles(of:)) ?? pipeline.operatorFiles
  }

  /// The subject of the pipeline that has this very id, byte for byte.
  func subject(_ id: String) -> Subject? {
    pipeline?.subjects.first { $0.id.utf8.elementsEqual(id.utf8) }
  }
}

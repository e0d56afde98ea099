public import DaymarkConfiguration
import DaymarkEmit
package import DaymarkIngest
public import DaymarkModel

/// The archives, settings and keys that documents are verified with.
public struct VerificationMeans: Sendable {
  /// The paths of archives, among them those that the run read; empty to trust the figures.
  public var archives: [String]
  /// The published pipeline; `nil` to trust the settings in the document.
  public var pipeline: PipelineConfiguration?
  /// The order of sources that the run used, which is not in the document because the patterns may
  /// contain private names; empty for the pipeline's.
  public var sourcePriority: [String] = []
  /// The limits that the run compared quality with; `nil` for the pipeline's or the shipped ones.
  package var limits: Limits?
  /// The instant that the verdict is evaluated for; `nil` for the document's.
  public var asOf: Instant?
  /// The files of trusted public keys.
  ///
  /// Without one, attestations are not checked.
  package var trustedKeys: [String] = []
  /// The path of a checkpoint, or of the folder of a log, in which attestations should be sealed.
  ///
  /// It is checked with ``trustedKeys``, too.
  package var log: String?
  /// The limits on hostile archives.
  package var reading = ReadOptions()

  /// Makes means of verification.
  ///
  /// Settings that are left out are trusted.
  public init(archives: [String] = [], pipeline: PipelineConfiguration? = nil) {
    (self.archives, self.pipeline) = (archives, pipeline)
  }
}

extension VerificationMeans {
  func usedLimits() throws -> Limits { try limits ?? pipeline?.limits ?? shippedLimits }

  /// The options for reading, with the limits of the pipeline if it has any.
  var usedReading: ReadOptions { reading.setting(pipeline?.readLimits ?? [:]) }

  func policies(of claim: EvidenceClaim) -> Policies {
    let order = SourceOrder(patterns: sourcePriority)
    var policies = claim.policies
    policies.sourceOrder =
      sourcePriority.isEmpty ? pipeline?.policies.sourceOrder ?? order : order
    return policies
  }

  /// Returns the pipeline's operator files for a subject.
  func operatorFiles(of id: String) -> [OperatorFile] {
    guard let pipeline else { return [] }
    return subject(id).map(pipeline.operatorFiles(of:)) ?? pipeline.operatorFiles
  }

  /// Returns the subject of the pipeline with exactly this id, compared byte by byte.
  func subject(_ id: String) -> Subject? {
    pipeline?.subjects.first { $0.id.utf8.elementsEqual(id.utf8) }
  }
}

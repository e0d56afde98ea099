package import DaymarkModel

/// How a subject stood when a whole run over its challenge was over.
package struct Standing: Hashable, Sendable {
  /// The outcome, or that there was none.
  package enum Result: String, Sendable {
    case pass, fail, undetermined, failed
  }

  package var result: Result
  /// The code of the first reason, or of the error.
  package var code: String
  package var basis: Basis

  package init(result: Result, code: String, basis: Basis) {
    self.result = result
    self.code = code
    self.basis = basis
  }

  /// What a result rests on, as far as a change of it can say why.
  package struct Basis: Hashable, Codable, Sendable {
    package var inputs: [Input] = []
    /// The digest of the rule.
    package var rule: Digest?
    /// The digest of what else the pipeline decides: period, deadline, zones, policies, limits, and what is
    /// said of the subject's logs.
    package var settings: Digest?
    package var program = ""
    package var phase = ""
    package var asOf: Instant?
    /// What the subject shares with others: how much of it, by the code of the flag.
    package var sharing: [String: Quantity] = [:]

    package init() {}
  }

  /// One of the inputs.
  package struct Input: Hashable, Codable, Sendable {
    package var digest: Digest
    package var isLate: Bool
    package var damage: [FindingCode]

    package init(digest: Digest, isLate: Bool, damage: [FindingCode]) {
      self.digest = digest
      self.isLate = isLate
      self.damage = damage
    }
  }
}

/// A subject whose result is another after a run than after the one before.
package struct StandingChange: Hashable, Sendable {
  /// A result with its code.
  package struct End: Hashable, Sendable {
    package var result: Standing.Result
    package var code: String

    package init(_ result: Standing.Result, _ code: String) {
      self.result = result
      self.code = code
    }
  }

  package var subject: String
  /// `nil` of a subject that was not there.
  package var old: End?
  /// `nil` of a subject that is gone.
  package var new: End?
  /// Stable words for why.
  package var causes: [String]

  package init(subject: String, old: End?, new: End?, causes: [String]) {
    self.subject = subject
    self.old = old
    self.new = new
    self.causes = causes
  }
}

/// A run with the number that the store gave it.
package struct NumberedRun: Hashable, Sendable {
  package var number: Int64
  package var run: RunEntry
}

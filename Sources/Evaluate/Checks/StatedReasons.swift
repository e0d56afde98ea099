import DaymarkModel

/// The sentences that the nodes of an explanation can have as reasons, as this version of Daymark
/// writes them.
///
/// A node with an answer has one sentence. An open one has several, because only the data behind it
/// shows why it is open. Sentences about missing data and about the data's quality are not among
/// these.
struct StatedReasons {
  private struct Sentence: Hashable {
    var code: String
    var text: String

    init(_ code: String, _ text: String) { (self.code, self.text) = (code, text) }

    init(_ ranked: RankedReason) { self.init(ranked.reason.code, ranked.reason.text) }
  }

  private var sentences: Set<Sentence> = []
  /// The keys of nodes whose sentences are all known.
  private var keys: Set<String> = []
  /// The keys of nodes whose figure is beyond what can be written.
  private var untold: Set<String> = []

  /// Collects the sentences that the nodes of an explanation can have.
  ///
  /// - Parameter setting: The setting of the rule's condition.
  init(of condition: Condition, _ root: Explanation, _ setting: ReasonSetting) {
    sentences = add(condition, root, setting)
  }

  /// Whether a reason's sentence is one of these, or is about something else.
  func allow(_ reason: Reason) -> Bool {
    let key = reason.code.split(separator: ".").drop { $0 == "not" }.first.map(String.init) ?? ""
    return !keys.contains(key) || untold.contains(key)
      || sentences.contains(Sentence(reason.code, reason.text))
  }

  /// Returns the sentences that a node and the nodes below it can have.
  private mutating func add(
    _ condition: Condition, _ node: Explanation, _ setting: ReasonSetting
  ) -> Set<Sentence> {
    var own: Set<Sentence> = []
    func add(_ parts: [Condition], _ setting: ReasonSetting) {
      for (part, child) in zip(parts, node.children) {
        own.formUnion(self.add(part, child, setting))
      }
    }
    switch condition.kind {
    case .leaf(let leaf): own = sentences(of: LeafEvaluation.stated(leaf, by: node), node, setting)
    case .jointly(let joint):
      own = sentences(of: LeafEvaluation.stated(joint, by: node), node, setting)
    case .all(let parts), .any(let parts): add(parts, setting)
    case .some(let count, let parts):
      add(parts, setting)
      keys.insert(node.key)
      let holding = node.children.count { $0.answer == .pass }
      own.insert(Sentence(RankedReason(holding: holding, of: parts.count, required: count)))
    case .not(let part):
      add([part], setting.negated)
      // The nodes of the explanation have sentences of their own, as if no `not` stood above them.
      add([part], setting)
    }
    if let words = condition.reason, setting.negations == 0, node.answer != .pass {
      // The rule's author may have written a sentence, which replaces the words of a reason but not
      // its code. So each reason is expected with the author's words as well.
      own.formUnion(own.map { Sentence($0.code, words) })
    }
    return own
  }

  private mutating func sentences(
    of evaluations: [LeafEvaluation], _ node: Explanation, _ setting: ReasonSetting
  ) -> Set<Sentence> {
    keys.insert(node.key)
    if evaluations.isEmpty { untold.insert(node.key) }
    var sentences: Set<Sentence> = []
    for evaluation in evaluations {
      for fails in evaluation.answer == .undetermined ? [false, true] : [false] {
        var setting = setting
        setting.failsForWant = fails
        sentences.insert(Sentence(RankedReason(of: evaluation, setting)))
      }
    }
    return sentences
  }
}

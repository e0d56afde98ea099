package import DaymarkModel

extension Rule {
  /// What the rule requires and what becomes of missing data, in plain sentences.
  ///
  /// An example is `To pass: at least 10,000 steps on 7 consecutive days. A day without data does
  /// not count.`
  package var plainSentence: String {
    var sentences = ["To pass: \(requires.plainWords(isNested: false))."]
    sentences += quality.map { gate in
      if case .flags(_, atMost: 0) = gate.measure {
        return "Nothing in the data may look unusual."
      }
      return "The data must have \(gate.requirement)."
    }
    switch onMissing {
    case .fail: sentences.append("A day without data does not count.")
    case .undetermined: sentences.append("Where data is lacking, there is no answer.")
    case .zero: sentences.append("A day without data counts as zero.")
    }
    if let score {
      let asked = Leaf(score.measure, of: score.value, .atLeast(.zero), on: score.days)
      let scope = asked.scope.isEmpty ? "in number" : asked.scope
      sentences.append(
        "Of those who pass, whoever has the most \(score.value.amountName) \(scope) ranks first.")
    }
    return sentences.joined(separator: " ")
  }
}

extension Condition {
  /// The condition in words.
  ///
  /// - Parameter isNested: Whether the condition is part of another, so that a list needs brackets.
  fileprivate func plainWords(isNested: Bool) -> String {
    let text: String
    switch kind {
    case .leaf(let leaf): return leaf.requirement
    case .jointly(let joint): return joint.requirement
    case .not(let part): return "not this: \(part.plainWords(isNested: true))"
    case .all(let parts): text = parts.plainWords(lastWith: "and")
    case .any(let parts): text = parts.plainWords(lastWith: "or")
    case .some(let count, let parts):
      return "at least \(count) of these \(parts.count): (\(parts.plainWords(lastWith: "or")))"
    }
    return isNested ? "(\(text))" : text
  }
}

extension [Condition] {
  fileprivate func plainWords(lastWith conjunction: String) -> String {
    map { $0.plainWords(isNested: true) }.joined(separator: "; \(conjunction) ")
  }
}

extension DayValue {
  /// The title of a chart of the value: `Steps`.
  package var title: String {
    let text = amountName
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The name of one counted session, where all are of one kind: `run`; otherwise `nil`.
  package var sessionNoun: String? {
    guard case .activities(.sessions, let test) = self, let kinds = test.kinds, kinds.count == 1
    else { return nil }
    return kinds.first?.name
  }

  /// The noun behind an amount of one: `step`, `hard set`; that of any amount where nothing is
  /// counted.
  package var nounOfOne: String {
    switch self {
    case .metric(let metric) where unit == .count: metric.wordsAfterAmount(isOne: true)
    case .strength(let measure) where unit == .count: measure.wordsAfterAmount(isOne: true)
    case .lift(.repetitions, let exercise): "repetition of \(exerciseWords(exercise))"
    case .feat(.repetitions, let feat): "repetition at \(feat.words)"
    case .weighted(let sum) where sum.takesEither: "step or push of a wheelchair"
    case .activities(.sessions, _): sessionsName(isOne: true)
    case .metric, .strength, .lift, .feat, .weighted, .activities, .heartRate, .heartMinutes:
      amountName
    }
  }

  /// The name of the value's amounts: `steps`, `distance in runs`.
  var amountName: String {
    switch self {
    case .metric(let metric): metric.name
    case .strength(.volume): "volume"
    case .strength(let measure): measure.wordsAfterAmount(isOne: false)
    case .lift(.estimate, let exercise): "estimates of \(exerciseWords(exercise))"
    case .lift(.load, let exercise), .lift(.bodyWeights, let exercise):
      "loads of \(exerciseWords(exercise))"
    case .lift(.repetitions, let exercise): "repetitions of \(exerciseWords(exercise))"
    case .feat(let figure, let feat): "\(figure.rawValue) at \(feat.words)"
    case .heartRate(let statistic):
      String(statistic.name.split(separator: " ", maxSplits: 1).last ?? "")
    case .heartMinutes(let above): "minutes \(heartRateWords(above: above))"
    case .weighted(let sum): sum.words
    case .activities(.sessions, _): sessionsName(isOne: false)
    case .activities(let sum, _): "\(sum.name) in \(sessionsName(isOne: false))"
    }
  }
}

extension Leaf {
  /// What the leaf requires, in words: `at least 10,000 steps on 7 consecutive days`.
  package var plainRequirement: String { requirement }
}

extension Metric {
  /// The name in sentences, for pages.
  package var plainName: String { name }
}

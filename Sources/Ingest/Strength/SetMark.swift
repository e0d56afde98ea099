import DaymarkModel

/// What stands in place of a set's number: the kind of the set, or that the row is none.
enum SetMark: Equatable {
  case kind(SetKind)
  case none(LogRows.Skip)

  /// - Parameter text: A number, a letter or words; an unknown word says nothing.
  init?(_ text: String) {
    let word = text.lowercased()
    switch word {
    case "rest timer": self = .none(.restTimer)
    case "note": self = .none(.note)
    default:
      guard let kind = SetKind(logMark: word) else { return nil }
      self = .kind(kind)
    }
  }
}

extension SetKind {
  /// The kind of a set that a mark in place of its number says.
  fileprivate init?(logMark mark: String) {
    switch mark {
    case "w": self = .warmUp
    case "d": self = .drop
    case "f": self = .failure
    default: self.init(logWord: mark)
    }
  }

  /// The kind of a set as apps name it, in lower case; Hevy also wrote numbers.
  ///
  /// - Returns: `nil` for a word that is not known.
  init?(logWord word: String) {
    switch word {
    case "normal", "working", "work", "set", "regular", "working set", "work set", "normal set",
      "arbeitssatz":
      self = .working
    case "warmup", "warm up", "warm-up", "warm_up", "set di riscaldamento",
      "set di defaticamento", "cooldown", "cool down",
      "aufwärmen", "aufwärmsatz", "échauffement", "calentamiento", "riscaldamento", "aquecimento",
      "opwarming", "warming up":
      self = .warmUp
    case "dropset", "drop set", "drop-set", "drop": self = .drop
    case "failure", "to failure", "amrap": self = .failure
    case "rest pause", "rest-pause", "restpause", "myo reps", "myo", "cluster": self = .restPause
    default: return nil
    }
  }

  /// The number that Hevy wrote in `set_type`.
  init?(hevyNumber text: String) {
    switch text {
    case "1": self = .working
    case "2": self = .warmUp
    case "3": self = .drop
    case "4": self = .failure
    default: return nil
    }
  }
}

/// Whether a cell says yes; `nil` for one that says neither.
func logFlag(_ text: String) -> Bool? {
  switch text.lowercased() {
  case "1", "1.0", "true", "yes", "y", "sì", "si", "oui", "ja", "sí", "sim", "x", "wahr", "vrai",
    "verdadero", "vero", "verdadeiro", "waar", "✓", "✔":
    true
  case "0", "0.0", "false", "no", "n", "non", "nein", "nee", "não", "falsch", "faux", "falso",
    "onwaar", "-", "":
    false
  default: nil
  }
}

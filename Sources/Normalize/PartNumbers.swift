import DaymarkModel

/// The numbers by which samples name the parts of a subject's inputs.
///
/// A sample has room for few numbers, and only exports are compared with one another. So exports
/// have numbers of their own, however many recordings were handed in before them.
struct PartNumbers {
  /// The number of exports that get a number of their own, more than anybody hands in.
  private static let mostExports = 1000

  /// The number of each part; ``Sample/lastInput`` for all parts without one of their own.
  private(set) var numbers: [Int] = []
  /// The part of each number; the first of several.
  private var parts: [Int?] = Array(repeating: nil, count: Sample.lastInput + 1)
  /// The next number of an export; they are given from the highest down.
  private var nextOfExports = Sample.lastInput - 1
  private var nextOfOthers = 0

  /// Gives a number to the next part.
  mutating func add(_ facts: InputFacts) {
    var number = Sample.lastInput
    if facts.isExport, nextOfExports >= Sample.lastInput - Self.mostExports {
      number = nextOfExports
      nextOfExports -= 1
    } else if nextOfOthers < Sample.lastInput - Self.mostExports {
      number = nextOfOthers
      nextOfOthers += 1
    }
    parts[number] = parts[number] ?? numbers.count
    numbers.append(number)
  }

  /// Returns the index of the part that a sample names.
  func part(of sample: Sample) -> Int { parts[sample.input] ?? 0 }

  /// Whether no other part has the number of this one.
  func isNamed(_ part: Int) -> Bool { numbers[part] < Sample.lastInput }
}

extension InputFacts {
  /// Whether the part is an export of a store of health data, of which later ones repeat the data.
  fileprivate var isExport: Bool {
    format.exportProvider != nil || sources.contains(where: \.provider.isHealthStore)
  }
}

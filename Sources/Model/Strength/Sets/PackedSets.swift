/// The first two bytes of a packed set: which members are stated, with the side and the load's
/// meaning.
private struct SetFields: OptionSet {
  let rawValue: UInt16

  static let start = SetFields(rawValue: 1 << 0)
  static let exercise = SetFields(rawValue: 1 << 1)
  static let mass = SetFields(rawValue: 1 << 2)
  static let distance = SetFields(rawValue: 1 << 3)
  static let duration = SetFields(rawValue: 1 << 4)
  static let rest = SetFields(rawValue: 1 << 5)
  static let repetitions = SetFields(rawValue: 1 << 6)
  static let effort = SetFields(rawValue: 1 << 7)
  static let effortIsReserve = SetFields(rawValue: 1 << 8)
  static let tempo = SetFields(rawValue: 1 << 9)

  // The side and the load's meaning have two bits each: 0 for none, or the number of the case from
  // 1.
  private static let (side, meaning) = (10, 12)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(side: BodySide?, meaning: LoadMeaning?) {
    let side = side.flatMap(sides.firstIndex).map { $0 + 1 } ?? 0
    let meaning = meaning.flatMap(meanings.firstIndex).map { $0 + 1 } ?? 0
    rawValue = UInt16(side << Self.side | meaning << Self.meaning)
  }

  var side: BodySide? { number(at: Self.side).map { sides[$0] } }
  var meaning: LoadMeaning? { number(at: Self.meaning).map { meanings[$0] } }

  private func number(at place: Int) -> Int? {
    let number = Int(rawValue >> place & 3)
    return number == 0 ? nil : number - 1
  }
}

// Cached, because building the lists of cases takes longer than packing a set.
private let kinds = SetKind.allCases
private let sides = BodySide.allCases
private let meanings = LoadMeaning.allCases

extension [UInt8] {
  /// Appends a packed set.
  ///
  /// The set's ordinal is not stored, because it follows from the sets before it.
  ///
  /// - Parameter exercise: The number of the exercise, which is stored in place of its name.
  mutating func append(_ set: StrengthSet, exercise: Int?) {
    var fields = SetFields(side: set.side, meaning: set.load?.meaning)
    if set.effort?.isReserve == true { fields.insert(.effortIsReserve) }
    let start = count
    append(contentsOf: [0, 0, UInt8(kinds.firstIndex(of: set.kind) ?? 0)])
    func put(_ number: Int64?, _ field: SetFields, _ bytes: inout [UInt8]) {
      guard let number else { return }
      fields.insert(field)
      bytes.append(zigZag: number)
    }
    put(exercise.map(Int64.init), .exercise, &self)
    put(set.start?.milliseconds, .start, &self)
    put(set.load?.mass?.microUnits, .mass, &self)
    put(set.distance?.microUnits, .distance, &self)
    put(set.duration?.microUnits, .duration, &self)
    put(set.rest?.microUnits, .rest, &self)
    // The values are clamped so that no later sum overflows.
    put(set.repetitions.map { Int64(Int32(clamping: $0)) }, .repetitions, &self)
    put((set.effort?.tenths).map { Int64(Int16(clamping: $0)) }, .effort, &self)
    put((set.tempo?.digits).map(Int64.init), .tempo, &self)
    self[start] = UInt8(truncatingIfNeeded: fields.rawValue)
    self[start + 1] = UInt8(truncatingIfNeeded: fields.rawValue >> 8)
  }
}

/// Reads back packed sets, one after the other.
struct PackedSets {
  private var numbers: PackedNumbers

  init(bytes: [UInt8]) { numbers = PackedNumbers(bytes) }

  var isAtEnd: Bool { numbers.isAtEnd }

  /// The next set without its exercise, together with the number of the exercise.
  mutating func next() -> (set: StrengthSet, exercise: Int?) {
    let low = UInt16(numbers.nextByte())
    let fields = SetFields(rawValue: low | UInt16(numbers.nextByte()) << 8)
    var set = StrengthSet()
    set.kind = kinds[Int(numbers.nextByte())]
    set.side = fields.side
    let exercise = next(.exercise, of: fields).map { Int($0) }
    set.start = next(.start, of: fields).map(Instant.init(milliseconds:))
    let mass = next(.mass, of: fields).map(Quantity.init(microUnits:))
    set.load = fields.meaning.map { StrengthLoad(mass, $0) }
    set.distance = next(.distance, of: fields).map(Quantity.init(microUnits:))
    set.duration = next(.duration, of: fields).map(Quantity.init(microUnits:))
    set.rest = next(.rest, of: fields).map(Quantity.init(microUnits:))
    set.repetitions = next(.repetitions, of: fields).map { Int($0) }
    set.effort = next(.effort, of: fields).map { tenths in
      fields.contains(.effortIsReserve)
        ? .reserve(tenths: Int(tenths)) : .perceived(tenths: Int(tenths))
    }
    set.tempo = next(.tempo, of: fields).map { Tempo(digits: UInt16($0)) }
    return (set, exercise)
  }

  private mutating func next(_ field: SetFields, of fields: SetFields) -> Int64? {
    fields.contains(field) ? numbers.nextZigZag() : nil
  }
}

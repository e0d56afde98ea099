/// One set of a strength session, normalised: of a workout log, or counted by a device.
///
/// What is left out is not stated. See Semantics, "Workout logs". A log may have millions, so its figures
/// are packed.
public struct StrengthSet: Hashable, Codable, Sendable {
  private var startMilliseconds = Packed<Int64>()
  private var massMicroUnits = Packed<Int64>()
  private var distanceMicroUnits = Packed<Int64>()
  private var durationMicroUnits = Packed<Int64>()
  private var restMicroUnits = Packed<Int64>()
  private var number: Int32
  private var repetitionCount = Packed<Int32>()
  private var effortTenths = Packed<Int16>()
  private var effortIsReserve = false
  private var loadMeaning: LoadMeaning?
  /// The exercise as the file names it; `nil` when a device does not say.
  public var exercise: String?
  /// The part that it plays in the session.
  public var kind: SetKind
  /// The side of the body that works alone.
  public var side: BodySide?
  /// The pace of a repetition.
  public var tempo: Tempo?

  /// Makes a set; what is left out is not stated.
  public init(
    start: Instant? = nil, exercise: String? = nil, ordinal: Int = 1, kind: SetKind = .working,
    side: BodySide? = nil, repetitions: Int? = nil, load: StrengthLoad? = nil,
    distance: Quantity? = nil, duration: Quantity? = nil, effort: Effort? = nil,
    rest: Quantity? = nil, tempo: Tempo? = nil
  ) {
    number = Int32(clamping: ordinal)
    self.exercise = exercise
    self.kind = kind
    self.side = side
    self.tempo = tempo
    self.start = start
    self.repetitions = repetitions
    self.load = load
    self.distance = distance
    self.duration = duration
    self.effort = effort
    self.rest = rest
  }
}

extension StrengthSet {
  /// The instant at which it starts.
  public var start: Instant? {
    get { startMilliseconds.value.map { Instant(milliseconds: $0) } }
    set { startMilliseconds.value = newValue?.milliseconds }
  }

  /// The number of the set among those of its exercise and session, from 1, in the order of the file.
  public var ordinal: Int {
    get { Int(number) }
    set { number = Int32(clamping: newValue) }
  }

  /// The number of completed repetitions.
  public var repetitions: Int? {
    get { repetitionCount.value.map { Int($0) } }
    set { repetitionCount.value = newValue.map { Int32(clamping: $0) } }
  }

  /// The load, whose amount may be unknown; `nil` when there is none.
  public var load: StrengthLoad? {
    get { loadMeaning.map { StrengthLoad(massMicroUnits.quantity, $0) } }
    set {
      loadMeaning = newValue?.meaning
      massMicroUnits.quantity = newValue?.mass
    }
  }

  /// - Units: meters, in micro-units.
  public var distance: Quantity? {
    get { distanceMicroUnits.quantity }
    set { distanceMicroUnits.quantity = newValue }
  }

  /// - Units: seconds, in micro-units.
  public var duration: Quantity? {
    get { durationMicroUnits.quantity }
    set { durationMicroUnits.quantity = newValue }
  }

  /// The effort as the lifter rates it.
  public var effort: Effort? {
    get {
      effortTenths.value.map {
        effortIsReserve ? .reserve(tenths: Int($0)) : .perceived(tenths: Int($0))
      }
    }
    set {
      effortTenths.value = (newValue?.tenths).map { Int16(clamping: $0) }
      effortIsReserve = newValue?.isReserve ?? false
    }
  }

  /// The rest after the set.
  ///
  /// - Units: seconds, in micro-units.
  public var rest: Quantity? {
    get { restMicroUnits.quantity }
    set { restMicroUnits.quantity = newValue }
  }
}

/// A number that may be missing, in the bytes of the number; the least of its type is none.
private struct Packed<Number: FixedWidthInteger & Codable & Sendable>: Hashable, Codable, Sendable {
  private var number = Number.min

  var value: Number? {
    get { number == .min ? nil : number }
    set { number = newValue ?? .min }
  }
}

extension Packed<Int64> {
  var quantity: Quantity? {
    get { value.map(Quantity.init(microUnits:)) }
    set { value = newValue?.microUnits }
  }
}

extension [StrengthSet] {
  /// Numbers the sets of one session, from 1 for each exercise, in their order.
  public mutating func number() {
    var counts: [String?: Int] = [:]
    for index in indices {
      counts[self[index].exercise, default: 0] += 1
      self[index].ordinal = counts[self[index].exercise, default: 0]
    }
  }
}

/// The parts that a set can play in its session.
public enum SetKind: String, CaseIterable, Hashable, Codable, Sendable {
  case warmUp, working, drop, failure, restPause
}

/// The side of the body that works alone.
public enum BodySide: String, CaseIterable, Hashable, Codable, Sendable {
  case left, right
}

/// The load of a set.
public struct StrengthLoad: Hashable, Codable, Sendable {
  /// The mass; `nil` when the file says a number, and nobody says whether it is kilograms or pounds.
  ///
  /// - Units: kilograms, in micro-units.
  public var mass: Quantity?
  /// The way in which the mass counts.
  public var meaning: LoadMeaning

  /// Makes a load; without a mass its unit is unknown.
  public init(_ mass: Quantity?, _ meaning: LoadMeaning = .external) {
    self.mass = mass
    self.meaning = meaning
  }

  /// The greatest load that is believed: beyond any that was ever moved.
  ///
  /// - Units: kilograms, in micro-units.
  public static let greatest = Quantity(3000)
}

/// The ways in which the load of a set counts.
public enum LoadMeaning: String, CaseIterable, Hashable, Codable, Sendable {
  /// It is all there is, or the exercise says whether the body's weight comes to it.
  case external
  /// It comes to the body's weight.
  case added
  /// It is help, and goes off the body's weight.
  case assistance
}

/// The effort of a set as the lifter rates it, in tenths.
public enum Effort: Hashable, Codable, Sendable {
  /// The rate of perceived exertion, 1 to 10.
  case perceived(tenths: Int)
  /// The repetitions left in reserve.
  case reserve(tenths: Int)

  /// The number that was written, in tenths.
  public var tenths: Int {
    switch self {
    case .perceived(let tenths), .reserve(let tenths): tenths
    }
  }

  /// Whether the number is that of repetitions left in reserve.
  public var isReserve: Bool { if case .reserve = self { true } else { false } }

  /// The repetitions left in reserve, in tenths: ten less the rate of perceived exertion.
  public var reserveTenths: Int {
    switch self {
    case .perceived(let tenths): 100 - tenths
    case .reserve(let tenths): tenths
    }
  }
}

/// The pace of a repetition, as `3-1-X-0`: the seconds of lowering, of the pause below, of lifting and of
/// the pause above.
public struct Tempo: Hashable, Codable, Sendable {
  /// Four digits in base 11, of which the last is `X`.
  private let digits: UInt16

  /// The four numbers of seconds, 0 to 9; `nil` for `X`, as fast as possible.
  public var seconds: [Int?] {
    [1331, 121, 11, 1].map { place in
      let digit = Int(digits) / place % 11
      return digit == 10 ? nil : digit
    }
  }

  /// Reads four digits or `X`, with or without one separator between them: `3-1-X-0`, `31X0`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    var seconds: [Int?] = []
    var separators = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": seconds.append(Int(scalar.value) - 48)
      case "X", "x": seconds.append(nil)
      case "-", "/", ".", ":":
        separators += 1
        guard separators == seconds.count else { return nil }
      default: return nil
      }
    }
    guard seconds.count == 4, separators == 0 || separators == 3 else { return nil }
    digits = seconds.reduce(0) { $0 * 11 + UInt16($1 ?? 10) }
  }
}

extension Tempo: CustomStringConvertible {
  /// `3-1-X-0`.
  public var description: String {
    seconds.map { $0.map { "\($0)" } ?? "X" }.joined(separator: "-")
  }
}

import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Testing

/// A commitment shows what it is asked to show, and nothing else can be told from that; see Proof, "The commitment".
struct CommitmentTests {
  private static let evidence = """
    {"dailySteps":[{"date":"2025-09-01","steps":10412},{"date":"2025-09-02","steps":8123}],
     "dailyDistance":[{"date":"2025-09-01","distanceMeters":7100.5}],
     "dailyCyclingDistance":[{"date":"2025-09-01","distanceMeters":7100.5}],
     "dailyActivities":[{"date":"2025-09-01","kind":"run","minutes":30,"sessions":1},
                        {"date":"2025-09-01","kind":"walk","minutes":10,"sessions":1}],
     "dailyHeartRate":[],"subject":"anna"}
    """
  private static let figures = committedFigures(
    of: (try? JSONValue(parsing: evidence.utf8)) ?? .null)
  private static let secret = [UInt8](repeating: 7, count: 32)
  private static let commitment: Commitment = {
    var commitment = Commitment(to: figures, secret: secret)
    commitment.envelope = Envelope(
      [1], of: "x", signatures: [EnvelopeSignature([2], by: nil)])
    return commitment
  }()

  private func figures(_ day: String, _ metric: String) -> [CommittedFigures] {
    Self.figures.filter { "\($0.day)" == day && $0.metric == metric }
  }

  private func shown(_ day: String, _ metric: String) throws -> Disclosure {
    try #require(Self.commitment.disclosure(of: figures(day, metric)))
  }

  @Test func `there is a leaf for each day and metric, with all rows of the day`() {
    #expect(
      Self.figures.map { "\($0.day) \($0.metric) \($0.rows.count)" } == [
        "2025-09-01 activities 2", "2025-09-01 distanceCycling 1",
        "2025-09-01 distanceWalkingRunning 1", "2025-09-01 steps 1", "2025-09-02 steps 1",
      ])
    #expect(Self.commitment.root.count == 5)
  }

  /// Worked out with Python's hmac and hashlib: the salt is the code over `2025-09-02|steps` under 32 bytes of 7, and
  /// the leaf the hash of a 0, the salt and the text below.
  @Test func `salt and leaf are what the page says`() throws {
    let figure = try #require(figures("2025-09-02", "steps").first)
    #expect(
      String(decoding: Members<CommittedFigures>.figures.kind.bytes(figure), as: UTF8.self)
        == #"{"date":"2025-09-02","metric":"steps","rows":[{"date":"2025-09-02","steps":8123}]}"#)
    let salt = figure.salt(secret: Self.secret)
    #expect(
      Digest(exactly: salt)?.hex
        == "ab6b0c1dcd2c00497096f48e6ad3ecc03260774744b6de6e9a55698930f65a12")
    #expect(
      figure.leaf(salt: salt).hex
        == "27ddcd6aa628a9a5feeab956adcbc71beecf862ace91686af9af6c158258aa0b")
  }

  @Test func `what is shown leads to the root`() throws {
    for figure in Self.figures {
      let disclosure = try #require(Self.commitment.disclosure(of: [figure]))
      let bytes = Members<Disclosure>.disclosure.kind.bytes(disclosure)
      let read = try #require(Members<Disclosure>.disclosure.kind.value(bytes))
      #expect(read == disclosure)
      #expect(read.leaves.map(\.figures) == [figure])
      #expect(read.leaves[0].belongs(to: Self.commitment.root))
    }
  }

  @Test func `another value, salt, path, place, day, metric or count does not`() throws {
    let leaf = try shown("2025-09-01", "steps").leaves[0]
    let root = Self.commitment.root
    func belongs(_ change: (inout Disclosure.Leaf) -> Void) -> Bool {
      var leaf = leaf
      change(&leaf)
      return leaf.belongs(to: root)
    }
    #expect(belongs { _ in })
    #expect(
      !belongs {
        $0.figures.rows = [.object(["date": .string("2025-09-01"), "steps": .number(10413)])]
      })
    #expect(!belongs { $0.figures.rows += $0.figures.rows })
    #expect(!belongs { $0.figures.day = CivilDay("2025-09-02") ?? $0.figures.day })
    #expect(!belongs { $0.figures.metric = "distanceCycling" })
    #expect(!belongs { $0.salt[31] ^= 1 })
    #expect(!belongs { $0.path[0] = .ofNothing })
    #expect(!belongs { $0.path.removeLast() })
    #expect(!belongs { $0.path.append(.ofNothing) })
    #expect(!belongs { $0.index = ($0.index + 1) % 5 })
    #expect(leaf.belongs(to: CommitmentRoot(root.digest, count: 5)))
    // Each way in these trees has another length, or the leaf has no place there.
    for count in [0, 1, 2, 1 << 42] {
      #expect(!leaf.belongs(to: CommitmentRoot(root.digest, count: count)), "\(count)")
    }
    #expect(!leaf.belongs(to: CommitmentRoot(.ofNothing, count: 5)))
    // The distances of a walk and of a ride are the same number, and neither shows the other.
    var walk = try shown("2025-09-01", "distanceWalkingRunning").leaves[0]
    walk.figures.metric = "distanceCycling"
    #expect(!walk.belongs(to: root))
  }

  @Test func `what is not in the commitment is not shown`() {
    var other = Self.figures[0]
    other.metric = "strength"
    #expect(Self.commitment.disclosure(of: [other]) == nil)
    #expect(Commitment(to: Self.figures, secret: Self.secret).disclosure(of: []) == nil)
    let another = Commitment(to: Self.figures, secret: [UInt8](repeating: 8, count: 32))
    #expect(another.root != Self.commitment.root)
    #expect(
      Set(another.leaves.map(\.digest)).isDisjoint(with: Self.commitment.leaves.map(\.digest)))
  }

  /// Whoever has a disclosure knows the day and the metric that was not shown, and that it is a number of steps: every
  /// one up to 100,000 is tried with everything that the disclosure holds.
  @Test func `nobody can guess a figure that was not shown`() throws {
    let disclosure = try #require(
      Self.commitment.disclosure(
        of: Self.figures.filter { $0 != figures("2025-09-02", "steps").first }))
    let seen = Set(disclosure.leaves.flatMap(\.path))
    let hidden = try #require(figures("2025-09-02", "steps").first)
    // The leaf is among what was sent: the attack could work.
    #expect(seen.contains(hidden.leaf(salt: hidden.salt(secret: Self.secret))))
    let salts = disclosure.leaves.map(\.salt) + [[], [UInt8](repeating: 0, count: 32)]
    func guess(_ salts: [[UInt8]], _ most: Int) -> Int? {
      (0...most).first { steps in
        let rows: JSONValue = .object(["date": .string("2025-09-02"), "steps": .number(steps)])
        let bytes = Members<CommittedFigures>.figures.kind.bytes(
          CommittedFigures(hidden.day, hidden.metric, [rows]))
        return salts.contains { seen.contains(.leaf($0 + bytes)) }
      }
    }
    #expect(guess(salts, 100_000) == nil)
    // With the salt it takes a moment.
    #expect(guess([hidden.salt(secret: Self.secret)], 10_000) == 8123)
  }

  @Test(arguments: Mutants.seeds)
  func `no changed disclosure shows anything else`(seed: UInt64) throws {
    _ = try shownOfChanged(seed: seed)
  }

  /// Of a hundred alone perhaps none can be read.
  @Test func `some changed disclosures can be read, and show what was signed`() throws {
    let counts = try (0..<5).map { try shownOfChanged(seed: $0) }
    #expect(counts.contains { $0.read > 0 } && counts.contains { $0.shown > 0 })
  }

  /// How many changed disclosures could be read, and how many leaves these showed; each leaf must be
  /// one that was signed.
  private func shownOfChanged(seed: UInt64) throws -> (read: Int, shown: Int) {
    let disclosure = try #require(
      Self.commitment.disclosure(of: Array(Self.figures.prefix(2))))
    let bytes = Members<Disclosure>.disclosure.kind.bytes(disclosure)
    var (read, shown) = (0, 0)
    for mutant in Mutants.of(bytes, seed: seed) {
      guard let disclosure = Members<Disclosure>.disclosure.kind.value(mutant) else { continue }
      read += 1
      for leaf in disclosure.leaves where leaf.belongs(to: Self.commitment.root) {
        shown += 1
        #expect(Self.figures.contains(leaf.figures))
      }
    }
    return (read, shown)
  }
}

package import DaymarkModel

// The leaves that ask for the same in each of several stretches of days: `weekly`, `monthly` and
// `within`.

/// The requirement on each stretch, and the number of stretches.
struct RecurringRequest {
  enum Asked {
    case one(Leaf)
    case several([Leaf], needsAll: Bool)
  }

  let recurrence: Recurrence
  let asked: Asked
  let days: DaySelection
}

extension LeafKind {
  static let weekly: LeafKind = recurring(
    .week(from: .monday), LeafKind.days(in: .number(1...7, atMost: .weekDays)),
    counted: .needed("weeks", .number(1...wholeNumberLimit, atMost: .weeks)),
    [
      .optional("weekStartsOn", .choice(weekdayKeys), standard: .string("mon")),
      // Without this key only weeks count that lie wholly inside the leaf's days.
      .optional("partialWeeks", .choice(["count"])),
    ])

  static let monthly: LeafKind = recurring(
    .month, LeafKind.days(in: .number(1...31, atMost: .monthDays)),
    counted: .needed("months", .number(1...wholeNumberLimit, atMost: .months)),
    [.optional("partialMonths", .choice(["count"]))])

  static let within: LeafKind = recurring(
    .days(1), LeafKind.days(in: .number(1...wholeNumberLimit, atMost: .stretchDays)),
    counted: .needed("anyDays", .number(1...wholeNumberLimit, atMost: .days)),
    [
      .optional(
        "times", .number(1...wholeNumberLimit, atMost: .stretches), standard: .number(1))
    ])

  /// The leaf that counts stretches of one kind.
  ///
  /// - Parameters:
  ///   - stretch: The kind of stretch.
  ///   - kinds: The leaves that can be asked of one stretch.
  ///   - count: The key of the number of stretches.
  ///   - others: The keys that are listed last.
  private static func recurring(
    _ stretch: Recurrence.Stretch, _ kinds: [LeafKind], counted count: KeyTable.Key,
    _ others: [KeyTable.Key]
  ) -> LeafKind {
    let request = Part<RecurringRequest>.request(kinds, count, others)
    let key = stretch.key
    return LeafKind(
      key: key,
      leaf: Part(
        keys: request.keys, alternatives: request.alternatives,
        read: { fields in
          guard let request = request.read(fields), case .one(let leaf) = request.asked else {
            return nil
          }
          return leaf.recurring(request.recurrence, on: request.days)
        },
        write: { leaf in
          guard let recurrence = leaf.measure.recurrence, recurrence.key == key else { return nil }
          return request.write(
            RecurringRequest(recurrence: recurrence, asked: .one(leaf.inStretch), days: leaf.days))
        }),
      score: nil,
      joint: Part(
        keys: request.keys, alternatives: request.alternatives,
        read: { fields in
          guard let request = request.read(fields),
            case .several(let leaves, let needsAll) = request.asked
          else { return nil }
          return JointLeaves(
            request.recurrence, needsAll: needsAll, of: leaves, on: request.days)
        },
        write: { joint in
          guard joint.recurrence.key == key else { return nil }
          return request.write(
            RecurringRequest(
              recurrence: joint.recurrence,
              asked: .several(joint.leaves.map(\.inStretch), needsAll: joint.needsAll),
              days: joint.days))
        }))
  }
}

extension Part<RecurringRequest> {
  fileprivate static func request(
    _ kinds: [LeafKind], _ count: KeyTable.Key, _ others: [KeyTable.Key]
  ) -> Part {
    let days = Part<DaySelection>.days
    let lists = ["all", "any"]
    func keys(_ table: (LeafKind) -> KeyTable) -> [KeyTable.Key] {
      kinds.map { .optional($0.key, .mapping(table($0).askedOfStretches)) }
    }
    func list(_ leaves: [KeyTable.Key]) -> Form {
      .list(.mapping(KeyTable(leaves, oneOf: leaves.map(\.name))), of: .condition)
    }
    let leaves = keys(\.table)
    let forms = [
      "all": list(leaves),
      // In `any`, a leaf with `each` would stand for several leaves of which all are needed, and
      // not one.
      "any": list(keys { $0.table.without(KeyTable.eachKey) }),
    ]
    let inARow: [KeyTable.Key] =
      count.name == "anyDays" ? [] : [.optional("inARow", .truth([true]))]
    return Part(
      keys: [count] + inARow + leaves
        + lists.compactMap { list in forms[list].map { .optional(list, $0) } } + others
        + days.keys,
      alternatives: [leaves.map(\.name) + lists],
      read: { fields in
        guard let recurrence = Recurrence(fields), let days = days.read(fields) else { return nil }
        // The leaf, or those that `each` makes of it.
        func leaves(_ definition: JSONValue) -> [Leaf]? {
          guard case .object(let members) = definition, members.count == 1,
            let kind = kinds.first(where: { members[$0.key] != nil }),
            let definition = members[kind.key]
          else { return nil }
          let each = definition.ofEachName ?? [definition]
          let leaves = each.compactMap { kind.leaf.value(of: $0) }
          return leaves.count == each.count ? leaves : nil
        }
        var asked: RecurringRequest.Asked?
        if let leaves = leaves(.object(fields.members.filter { $0.value.isMapping })) {
          asked = leaves.count == 1 ? .one(leaves[0]) : .several(leaves, needsAll: true)
        }
        for key in lists {
          guard case .array(let elements)? = fields[key] else { continue }
          let read = elements.compactMap(leaves)
          guard read.count == elements.count, !read.isEmpty else { return nil }
          asked = .several(Array(read.joined()), needsAll: key == "all")
        }
        return asked.map { RecurringRequest(recurrence: recurrence, asked: $0, days: days) }
      },
      write: { request in
        func definition(_ leaf: Leaf) -> (key: String, value: JSONValue)? {
          kinds.lazy.compactMap { kind in
            kind.leaf.definition(of: leaf.lookingAtAllDays).map { (kind.key, $0) }
          }.first
        }
        guard var members = days.write(request.days) else { return nil }
        switch request.asked {
        case .one(let leaf):
          guard let (key, value) = definition(leaf) else { return nil }
          members[key] = value
        case .several(let leaves, let needsAll):
          members[needsAll ? "all" : "any"] = .array(
            leaves.compactMap(definition).map { .object([$0.key: $0.value]) })
        }
        return members.merging(request.recurrence.members) { own, _ in own }
      })
  }
}

extension JSONValue {
  fileprivate var isMapping: Bool { if case .object = self { true } else { false } }
}

extension Leaf {
  /// The leaf without its choice of days, which for a leaf inside a stretch belongs to the
  /// stretches.
  fileprivate var lookingAtAllDays: Leaf { Leaf(measure, of: value, comparison) }
}

extension Recurrence {
  /// The greatest number of days of one stretch in a mapping with these fields; `nil` for a mapping
  /// without stretches.
  package static func mostDays(of fields: Fields) -> Int? {
    switch fields.table.keys.first?.name {
    case "weeks": 7
    case "months": 31
    case "anyDays": fields.number("anyDays") ?? wholeNumberLimit
    default: nil
    }
  }

  /// Reads how often a stretch must satisfy the leaf, from the fields of `weekly`, `monthly` or
  /// `within`; `nil` for other fields.
  package init?(_ fields: Fields) {
    let isInARow = fields.truth("inARow") ?? false
    if let weeks = fields.number("weeks"),
      let startsOn = fields.weekdays("weekStartsOn")?.first
    {
      self.init(
        weeks, of: .week(from: startsOn), isInARow: isInARow,
        countsPartial: fields["partialWeeks"] != nil)
    } else if let months = fields.number("months") {
      self.init(
        months, of: .month, isInARow: isInARow, countsPartial: fields["partialMonths"] != nil)
    } else if let length = fields.number("anyDays"), let times = fields.number("times") {
      self.init(times, of: .days(length))
    } else {
      return nil
    }
  }

  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = isInARow ? ["inARow": .bool(true)] : [:]
    switch stretch {
    case .week(let startsOn):
      members["weeks"] = .number(count)
      members["weekStartsOn"] = .string(startsOn.key)
      if countsPartial { members["partialWeeks"] = .string("count") }
    case .month:
      members["months"] = .number(count)
      if countsPartial { members["partialMonths"] = .string("count") }
    case .days(let length):
      members["anyDays"] = .number(length)
      members["times"] = .number(count)
    }
    return members
  }
}

import DaymarkModel

extension Part<Leaf> {
  static var weekly: Part {
    let (days, ofDays, ofSessions) = (
      Part<DaySelection>.days, Part<WeekTest>.days, Part<WeekTest>.sessions
    )
    return Part(
      keys: [
        .needed("weeks", .number(1...wholeNumberLimit, atMost: .weeks)),
        .optional("days", .mapping(ofDays.table)),
        .optional("activities", .mapping(ofSessions.table)),
        .optional("weekStartsOn", .choice(weekdayKeys), standard: .string("mon")),
        // Without it only whole weeks count.
        .optional("partialWeeks", .choice(["count"])),
      ] + days.keys, alternatives: [["days", "activities"]],
      read: { fields in
        guard let weeks = fields.number("weeks"),
          let startsOn = fields.weekdays("weekStartsOn")?.first,
          let test = fields.fields("days").flatMap(ofDays.read)
            ?? fields.fields("activities").flatMap(ofSessions.read),
          let selection = days.read(fields)
        else { return nil }
        let weekly = Weekly(
          weeks: weeks, goal: test.goal, startsOn: startsOn,
          countsPartialWeeks: fields["partialWeeks"] != nil)
        return Leaf(.weekly(weekly), of: test.value, test.comparison, on: selection)
      },
      write: { leaf in
        guard case .weekly(let weekly) = leaf.measure,
          var members = days.write(leaf.days)
        else { return nil }
        let test = WeekTest(value: leaf.value, comparison: leaf.comparison, goal: weekly.goal)
        members["weeks"] = .number(weekly.weeks)
        members["days"] = ofDays.definition(of: test)
        members["activities"] = ofSessions.definition(of: test)
        members["weekStartsOn"] = .string(weekly.startsOn.key)
        members["partialWeeks"] = weekly.countsPartialWeeks ? .string("count") : nil
        return members
      })
  }
}

/// The test that `weekly` puts to a week.
struct WeekTest {
  let value: DayValue
  let comparison: Comparison
  let goal: Weekly.Goal
}

extension Part<WeekTest> {
  static var days: Part {
    let (value, comparison) = (Part<DayValue>.metric, LeafComparison.byMetric)
    let count = Part<Leaf.DayCount>.dayCount("count", .number(1...7, atMost: .weekDays))
    return Part(
      keys: value.keys + comparison.keys + count.keys,
      alternatives: comparison.alternatives + count.alternatives,
      read: { fields in
        guard let value = value.read(fields), let comparison = comparison.read(fields),
          let count = count.read(fields)
        else { return nil }
        return WeekTest(value: value, comparison: comparison, goal: .days(count))
      },
      write: { test in
        guard case .days(let days) = test.goal else { return nil }
        return joined(
          value.write(test.value), comparison.write(test.comparison, test.value.unit),
          count.write(days))
      })
  }

  static var sessions: Part {
    let (value, comparison) = (Part<DayValue>.sessions, LeafComparison.count)
    return Part(
      keys: value.keys + comparison.keys,
      read: { fields in
        guard let value = value.read(fields), let comparison = comparison.read(fields) else {
          return nil
        }
        return WeekTest(value: value, comparison: comparison, goal: .total)
      },
      write: { test in
        guard test.goal == .total else { return nil }
        return joined(
          value.write(test.value), comparison.write(test.comparison, test.value.unit))
      })
  }
}

import DaymarkModel

extension Instant {
  /// The date of a row of Strava's export, which is UTC in the account's language.
  ///
  /// Seen are `2018-09-12 15:02:23` (until June 2019), `May 29, 2022, 3:53:35 PM` with any space before
  /// `PM`, `15 Nov 2025, 13:31:49`, `09.12.2022, 15:24:49` and `24 mai 2012 à 16:27:40`; the others of
  /// its languages are read as their medium date in Unicode's CLDR. A month is a word or a number, a
  /// year has four digits, and time comes after the date. Where that leaves a doubt, as in
  /// `5/9/2022, 3:53 PM`, or a word is not known, there is no answer.
  ///
  /// - Returns: `nil` for a spelling or a language that is not known, and for no real date.
  init?(stravaDate text: String) {
    guard let parts = DateParts(text), let words = DateWords(parts.words) else { return nil }
    var date = parts.numbers
    guard let clock = words.takeClock(from: &date) else { return nil }
    if let month = words.month {
      date.insert((month, 2), at: min(1, date.count))
    } else if parts.hasSlash, words.half != nil, date.first?.digits != 4 {
      // Who writes the halves of a day may write the month first.
      return nil
    }
    guard date.count == 3 else { return nil }
    if date[0].digits == 4 { date.reverse() }
    guard date[2].digits == 4, date[0].digits <= 2, date[1].digits <= 2,
      let day = CivilDay(year: date[2].value, month: date[1].value, day: date[0].value)
    else { return nil }
    self.init(seconds: Int64(day.ordinal) * 86_400 + Int64(clock))
  }
}

/// The numbers and words of a text.
private struct DateParts {
  var numbers: [(value: Int, digits: Int)] = []
  var words: [String] = []
  var hasSlash = false

  /// `nil` for more of them, or longer numbers, than a date has.
  init?(_ text: String) {
    enum Kind { case number, word, other }
    var last = Kind.other
    for scalar in text.unicodeScalars {
      let digit = Int(scalar.value) - 48
      if (0...9).contains(digit) {
        if last != .number { numbers.append((0, 0)) }
        let index = numbers.count - 1
        numbers[index] = (numbers[index].value * 10 + digit, numbers[index].digits + 1)
        guard index < 6, numbers[index].digits <= 4 else { return nil }
        last = .number
      } else if scalar.properties.isAlphabetic {
        if last != .word { words.append("") }
        guard words.count <= 8 else { return nil }
        words[words.count - 1].unicodeScalars.append(scalar)
        last = .word
      } else {
        hasSlash = hasSlash || scalar == "/"
        last = .other
      }
    }
  }
}

/// The month and the half of the day that the words of a date say.
private struct DateWords {
  enum Half { case morning, afternoon }

  var month: Int?
  var half: Half?

  /// `nil` when a word is not known.
  init?(_ words: [String]) {
    for word in words.map({ $0.lowercased() }) {
      if let number = monthNumbers[word], month == nil {
        month = number
      } else if morningWords.contains(word), half == nil {
        half = .morning
      } else if afternoonWords.contains(word), half == nil {
        half = .afternoon
      } else if !fillWords.contains(word) {
        return nil
      }
    }
  }

  /// Takes hour, minute and second off the end.
  ///
  /// - Returns: Seconds since midnight.
  func takeClock(from numbers: inout [(value: Int, digits: Int)]) -> Int? {
    guard numbers.count >= 3 else { return nil }
    let clock = numbers.suffix(3).map(\.value)
    numbers.removeLast(3)
    var hour = clock[0]
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == .afternoon ? 12 : 0)
    }
    guard hour < 24, clock[1] < 60, clock[2] < 60 else { return nil }
    return (hour * 60 + clock[1]) * 60 + clock[2]
  }
}

private let morningWords: Set = ["am", "a", "오전", "上午", "午前"]
private let afternoonWords: Set = ["pm", "p", "오후", "下午", "午後"]

/// The words that stand between the parts of a date: `29 de mai. de 2022`, `29 mai 2022 à 15:53`,
/// the second letter of `p. m.`, `2022年5月29日`, `29 мая 2022 г.`.
private let fillWords: Set = ["de", "à", "m", "г", "年", "月", "日", "um", "at"]

/// Months, short and long, in English, German, French, Spanish, Italian, Portuguese, Dutch, Russian.
private let monthNumbers: [String: Int] = {
  let months = [
    "jan january januar janv janvier ene enero gen gennaio janeiro januari янв января",
    "feb february februar févr février febrero febbraio fev fevereiro februari февр фев февраля",
    "mar march mär märz mars marzo março mrt maart мар марта",
    "apr april avr avril abr abril aprile апр апреля",
    "may mai mayo mag maggio maio mei мая",
    "jun june juni juin junio giu giugno junho июн июня",
    "jul july juli juil juillet julio lug luglio julho июл июля",
    "aug august août ago agosto augustus авг августа",
    "sep sept september septembre septiembre set settembre setembro сент сен сентября",
    "oct october okt oktober octobre octubre ott ottobre out outubro окт октября",
    "nov november novembre noviembre novembro нояб ноя ноября",
    "dec december dez dezember déc décembre dic diciembre dicembre dezembro дек декабря",
  ]
  var numbers: [String: Int] = [:]
  for (index, names) in months.enumerated() {
    for name in names.split(separator: " ") { numbers[String(name)] = index + 1 }
  }
  return numbers
}()

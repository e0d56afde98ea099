import DaymarkDocuments

/// The numbers and words of a text.
struct DateParts {
  var numbers: [(value: Int, digits: Int)] = []
  var words: [String] = []
  var hasSlash = false
  var hasDot = false

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
        hasDot = hasDot || scalar == "."
        last = .other
      }
    }
  }
}

/// The month and the half of the day that the words of a date say.
struct DateWords {
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

  /// The hour of the day that a clock shows; `nil` where its half has no such hour.
  func hours(of shown: Int) -> Int? {
    guard let half else { return shown }
    guard (1...12).contains(shown) else { return nil }
    return shown % 12 + (half == .afternoon ? 12 : 0)
  }

  /// Takes hour, minute and second off the end.
  ///
  /// - Returns: Seconds since midnight.
  func takeClock(from numbers: inout [(value: Int, digits: Int)]) -> Int? {
    guard numbers.count >= 3 else { return nil }
    let clock = numbers.suffix(3).map(\.value)
    numbers.removeLast(3)
    guard let hour = hours(of: clock[0]), hour < 24, clock[1] < 60, clock[2] < 60 else {
      return nil
    }
    return (hour * 60 + clock[1]) * 60 + clock[2]
  }
}

private let morningWords: Set = ["am", "a", "오전", "上午", "午前"]
private let afternoonWords: Set = ["pm", "p", "오후", "下午", "午後"]

/// The words that stand between the parts of a date: `29 de mai. de 2022`, `29 mai 2022 à 15:53`,
/// the second letter of `p. m.`, `2022年5月29日`, `29 мая 2022 г.`, `2022년 5월 29일`.
private let fillWords: Set = [
  "de", "à", "m", "г", "年", "月", "日", "년", "월", "일", "um", "at",
]

/// Months, short and long, in English, German, French, Spanish, Italian, Portuguese, Dutch, Russian,
/// Polish, Turkish, Swedish, Danish, Norwegian and Czech; where two languages disagree, the word is left
/// out.
let monthNumbers: [String: Int] = {
  let months = [
    "jan january januar janv janvier ene enero gen gennaio janeiro januari янв января январь sty "
      + "stycznia oca ocak led ledna",
    "feb february februar févr février febrero febbraio fev fevereiro februari февр фев "
      + "февраля февраль lut lutego şub şubat úno února",
    "mar march mär märz mars marzo março mrt maart мар марта marca mart marts март bře března",
    "apr april avr avril abr abril aprile апр апреля апрель kwi kwietnia nis nisan dub dubna",
    "may mai mayo mag maggio maio mei мая май maja mayıs maj kvě května",
    "jun june juni juin junio giu giugno junho июн июня июнь cze czerwca haz haziran čvn června",
    "jul july juli juil juillet julio lug luglio julho июл июля июль lip lipca tem temmuz čvc "
      + "července",
    "aug august août ago agosto augustus авг августа август sie sierpnia ağu ağustos augusti srp "
      + "srpna",
    "sep sept september septembre septiembre set settembre setembro сент сен сентября сентябрь wrz "
      + "września eyl eylül zář září",
    "oct october okt oktober octobre octubre ott ottobre out outubro окт октября октябрь paź "
      + "października eki ekim říj října",
    "nov november novembre noviembre novembro нояб ноя ноября ноябрь lis listopada kas kasım",
    "dec december dez dezember déc décembre dic diciembre dicembre dezembro дек декабря декабрь "
      + "gru grudnia ara aralık des desember pro prosince",
  ]
  var numbers: [String: Int] = [:]
  for (index, names) in months.enumerated() {
    for name in names.split(separator: " ") { numbers[String(name)] = index + 1 }
  }
  return numbers
}()

import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// Tables as they look after apps in other languages, spreadsheets and people were at them.
struct HandedInTableTests {
  private let kilograms = LogSettings(loadUnit: .kilogram)
  private let row = "2024-03-04 18:05:11,A,1h,Squat,1,100,5,0,0,,,\n"

  private func strong(loads heading: String) -> String {
    strongHeader.replacing("Weight", with: heading)
  }

  // MARK: Headings of loads

  @Test(arguments: [
    ("kg", Unit.kilogram), ("KG", .kilogram), ("lbs", .pound), ("lb.", .pound),
    ("Weight (kg)", .kilogram), ("Weight(lb)", .pound), ("weight_kgs", .kilogram),
    ("Weight [lbs]", .pound), ("Weight kg", .kilogram), ("Weight - lbs", .pound),
    ("Weight/kg", .kilogram), ("Weight, kg", .kilogram),
  ])
  func `a unit is read from the heading of the loads`(_ heading: String, _ unit: Unit) throws {
    let found = try readLog(strong(loads: "\"\(heading)\"") + row)
    #expect(found.sets.map(\.load) == [written("100", unit)])
    #expect(found.codes.isEmpty)
  }

  @Test(arguments: [("km", Unit.kilometer), ("mi.", .mile), ("Distance (m)", .meter)])
  func `a unit is read from the heading of the distances`(
    _ heading: String, _ unit: Unit
  ) throws {
    let found = try readLog(
      strongHeader.replacing("Distance", with: heading)
        + "2024-03-04 18:05:11,A,1h,Run,1,0,0,5,0,,,\n")
    #expect(found.sets.map(\.distance) == [written("5", unit)])
  }

  @Test func `a unit that is not known makes loads unknown`() throws {
    let found = try readLog(strong(loads: "Weight (stone)") + row, kilograms)
    #expect(found.sets.map(\.load) == [WrittenAmount(DecimalNumber("100"), .missing)])
    #expect(found.codes == ["log.unit_unknown"])
  }

  @Test func `a log without a column of loads has unknown loads, and says so once`() throws {
    let found = try readLog(strong(loads: "Mystery") + row + row, kilograms)
    #expect(found.sets.map(\.load) == [WrittenAmount(nil, .missing), WrittenAmount(nil, .missing)])
    #expect(found.codes == ["log.load_missing"])
    #expect(found.finding(.logLoadMissing)?.location?.line == 1)
    let hevy = try readLog(
      hevyHeader.replacing("weight_kg", with: "peso")
        + "A,\"7 Apr 2026, 10:14\",,,Dip,,,0,normal,20,5,,,\n")
    #expect(hevy.sets.first?.load == WrittenAmount(nil, .missing))
    #expect(hevy.codes == ["log.load_missing"])
  }

  @Test func `columns of StrongLifts that are no loads are not taken for loads`() throws {
    let found = try readLog(
      "Date (yyyy/mm/dd),Workout,Exercise,Set 1 (Reps),Set 1 (st)\n2026/03/02,A,Squat,5,10\n")
    #expect(found.sets.map(\.repetitions) == [5])
    #expect(found.sets.map(\.load) == [WrittenAmount(DecimalNumber("10"), .missing)])
  }

  @Test func `logs of blocks and of exercises side by side say that loads are missing, too`() throws
  {
    let alpha = try readLog(
      "\"A\";\"2026-02-19 4:54 h\";\"1:02 hr\"\n\"1. Squats · Machine · 8 reps\"\n#;LBS;REPS\n1;115;8\n"
        + "\"2. Rows · Machine · 8 reps\"\n#;ST;REPS\n1;9;8\n")
    #expect(alpha.sets.map(\.load) == [written("115", .pound), WrittenAmount(nil, .missing)])
    #expect(alpha.codes == ["log.load_missing"])
    let legacy = try readLog(
      "Date,Note,Workout,Body Weight,Exercise 1,Weight [kgs],Set 1,Exercise 2,Mystery,Set 1\n"
        + "18/03/2015,,B,84KG,Squat,62.5,5,Row,30,5\n")
    #expect(legacy.sets.map(\.load) == [written("62.5", .kilogram), WrittenAmount(nil, .missing)])
    #expect(legacy.codes == ["log.load_missing"])
  }

  @Test func `an attempt without a load has none`() throws {
    let found = try readLog("feat,at,repetitions\npushups,2026-03-02T18:00:00Z,40\n")
    #expect(found.sets.map(\.load) == [nil])
    #expect(found.codes.isEmpty)
  }

  // MARK: Languages

  /// Headings of Strong in other languages, each with what its first row says of the length.
  @Test(arguments: [
    "Fecha,Nombre del entrenamiento,Duración,Nombre del ejercicio,Orden,Peso,Reps,Distancia,"
      + "Segundos,Notas,Notas del entrenamiento,RPE",
    "日付,ワークアウト名,所要時間,種目名,セット順,重量,回数,距離,秒,メモ,ワークアウトメモ,RPE",
    "Дата,Название тренировки,Длительность,Упражнение,Порядок,Вес,Повт.,Расстояние,Секунды,"
      + "Заметки,Заметки к тренировке,ВУН",
  ])
  func `Strong is read in any language by the order of its columns`(_ header: String) throws {
    let rows = [
      "2026-09-29 07:10:22,\"A\",1h 13m,\"Row\",1,44.5,5,0,0,\"\",\"\",8",
      "2026-09-29 07:10:22,\"A\",1h 13m,\"Row\",W,20,8,0,0,\"\",\"\",",
      "2026-09-29 07:10:22,\"A\",1h 13m,\"Row\",Descanso,0,0,0,90,\"\",\"\",",
      "2026-09-29 07:10:22,\"A\",1h 13m,\"Row\",Nota,0,0,0,0,\"ok\",\"\",",
    ]
    let found = try readLog(header + "\n" + rows.joined(separator: "\n") + "\n", kilograms)
    #expect(found.facts.format == "strong")
    #expect(found.facts.logRows == LogRows(sets: 2, skipped: [.restTimer: 1, .note: 1]))
    #expect(found.sets.map(\.kind) == [.working, .warmUp])
    #expect(found.sets.first?.load == written("44.5", .kilogram))
    #expect(found.sets.first?.effort == .perceived(tenths: 80))
    #expect(found.codes.isEmpty)
  }

  @Test func `Strong's other orders are known by their rows, with units in the headings`() throws {
    let android = try readLog(
      "Datum;Naam;Oefening;Volgorde;Gewicht (lbs);Herh.;RPE;Afstand (km);Seconden;Notities;"
        + "Trainingsnotities;Duur\n"
        + "2026-09-29 07:10:22;A;Hardlopen;1;;;;5,2;0;;;1 u 5 min\n"
        + "2026-09-29 07:10:22;A;Squat;2;100;5;8;;0;;;1 u 5 min\n")
    #expect(android.sets.map(\.distance) == [written("5.2", .kilometer), nil])
    #expect(android.sets.map(\.load) == [nil, written("100", .pound)])
    #expect(android.sets.last?.sessionDuration?.value == DecimalNumber("3900"))
    let legacy = try readLog(
      "Data,Nome,Esercizio,Ordine,kg,Rip.,km,Secondi,Note\n"
        + "2026-09-03 19:30:55,W1,Squat,1,70.0,5,0.0,0,\"\"\n")
    #expect(legacy.sets.map(\.load) == [written("70.0", .kilogram)])
  }

  @Test func `a mark that is not known is no set, and its day is open`() throws {
    let header = strongHeader.replacing("Date,Workout Name", with: "Fecha,Nombre")
      .replacing("Exercise Name", with: "Ejercicio")
    let rows = ["1", "Xyz"].map { "2026-09-29 07:10:22,A,1h,Row,\($0),40,5,0,0,,,\n" }
    let found = try readLog(header + rows.joined(), kilograms)
    #expect(found.facts.logRows == LogRows(sets: 1, skipped: [.unknownWord: 1]))
    #expect(found.codes == ["log.row_unread"])
    #expect(found.facts.damagedSpans.map(\.start) == [wall("2026-09-29T10:30:00Z")])
  }

  @Test func `what the operator says of a table goes before the order of its columns`() throws {
    let header = "Fecha,Nombre,Tiempo,Movimiento,Orden,Peso,Veces,Metros,Segundos,Notas,Otras,RPE"
    let table = LogTable(
      name: "Sheet", headings: [.date: "Fecha", .exercise: "Movimiento", .repetitions: "Veces"],
      units: [:], dateOrder: nil)
    let text = header + "\n2026-09-29 07:10:22,A,1h,Row,1,40,5,0,0,,,\n"
    #expect(try readLog(text, tables: [table]).facts.format == "named-columns")
    #expect(try readLog(text).facts.format == "strong")
  }

  // MARK: Spreadsheets

  @Test(arguments: ["sep=;\n", "\u{FEFF}sep=;\r\n", "\"sep=;\"\n", "SEP=;\r", "sep=;;;;;\n"])
  func `a line that states the separator is passed over`(_ line: String) throws {
    let semicolons = (strongHeader + row).replacing(",", with: ";")
    let folder = try ScratchFolder()
    let path = try folder.write((line + semicolons).utf8, to: "log.csv")
    for chunk in [1, 2, 7, 1 << 16] {
      let found = try IngestedInput(of: path, chunkBytes: chunk, logs: kilograms)
      #expect(found.sets.map(\.repetitions) == [5])
      #expect(found.sets.first?.line == 3)
      #expect(found.codes.isEmpty)
    }
  }

  @Test func `text in Windows-1252 is decoded, and what is UTF-8 stays`() throws {
    let row = "2024-03-04 18:05:11,A,1h,Kn\u{E9}beugen \u{2013} Öl,1,100,5,0,0,,,\n"
    let western = row.unicodeScalars.map { scalar -> UInt8 in
      scalar == "\u{2013}" ? 0x96 : UInt8(truncatingIfNeeded: scalar.value)
    }
    let folder = try ScratchFolder()
    let path = try folder.write(Array(strongHeader.utf8) + western + Array(row.utf8), to: "log.csv")
    for chunk in [1, 7, 1 << 16] {
      let found = try IngestedInput(of: path, chunkBytes: chunk, logs: kilograms)
      #expect(found.facts.exercises == ["Knébeugen – Öl"])
      #expect(found.sets.count == 2)
      #expect(found.codes == ["csv.encoding_assumed"])
      #expect(found.finding(.csvEncodingAssumed)?.location?.line == 2)
    }
  }

  // MARK: Commas

  private let fitNotes =
    "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time\n"

  @Test(arguments: [
    ("2026-04-29,Press (Seated, Dumbbells),Chest,8.0,kgs,5,,,", "Press (Seated, Dumbbells)"),
    ("2026-04-29,Curl, EZ, slow,Arms,8.0,kgs,5,,,", "Curl, EZ, slow"),
    ("2026-04-29,Squat,Legs, Glutes,8.0,kgs,5,,,", "Squat"),
    ("2026-04-29,Curl,EZ,Arms,8.0,kgs,5,,,", "Curl,EZ"),
    ("2026-04-29,Squat,Legs,8.0,kgs,5,,,,,", "Squat"),
  ])
  func `commas of a name without quotes belong to it`(_ row: String, _ name: String) throws {
    let found = try readLog(fitNotes + row + "\n")
    #expect(found.facts.exercises == [name])
    #expect(found.sets.map(\.load) == [written("8.0", .kilogram)])
    #expect(found.sets.map(\.repetitions) == [5])
    #expect(found.codes.isEmpty)
  }

  @Test func `commas of dates without quotes belong to them`() throws {
    let found = try readLog(
      hevyHeader + "T,4 May 2026, 18:00,4 May 2026, 19:10,,Bench Press,,,0,normal,85,5,,,8\n")
    #expect(found.sets.map(\.session) == [.wall(wall("2026-05-04T18:00:00Z"))])
    #expect(found.sets.map(\.sessionEnd) == [.wall(wall("2026-05-04T19:10:00Z"))])
    #expect(found.sets.map(\.load) == [written("85", .kilogram)])
  }

  /// Eight and a half kilograms, or five of an exercise of category 8.
  @Test(arguments: ["2026-04-29,Squat,Legs,8,5,kgs,5,,,", "2026-04-29,Squat,Legs,8.0,kgs"])
  func `a row that may be read in several ways, or in none, costs its day alone`(
    _ row: String
  ) throws {
    let found = try readLog(
      fitNotes + "2026-04-28,Squat,Legs,8.0,kgs,5,,,\n" + row + "\n"
        + "2026-04-30,Squat,Legs,8.0,kgs,5,,,\n")
    #expect(found.sets.count == 2)
    #expect(found.facts.logRows?.skipped == [.malformed: 1])
    #expect(found.codes == ["log.row_unread"])
    #expect(!found.facts.isDamaged)
    #expect(found.facts.damagedSpans.map(\.start) == [wall("2026-04-29T10:30:00Z")])
  }

  @Test func `tables of one's own and attempts are read likewise`() throws {
    let table = LogTable(
      name: "Sheet", headings: [.date: "Day", .exercise: "Movement", .repetitions: "Reps"],
      units: [:], dateOrder: nil)
    let own = try readLog(
      "sep=,\nDay,Movement,Reps\n2026-04-29,Press, seated,5\n", tables: [table])
    #expect(own.facts.exercises == ["Press, seated"])
    let attempts = try readLog(
      "feat,at,repetitions,note\npushups,2026-03-02T18:00:00Z,40,hard, very hard\n")
    #expect(attempts.sets.map(\.repetitions) == [40])
  }

  @Test func `rows that may be split in very many ways end soon`() throws {
    let columns = (0..<200).map { "c\($0)" }.joined(separator: ",")
    let row = "pushups,2026-03-02T18:00:00Z,40," + String(repeating: "x,", count: 202) + "x\n"
    let found = try readLog(
      "feat,at,repetitions,\(columns)\n" + String(repeating: row, count: 200))
    #expect(found.facts.logRows == LogRows(skipped: [.malformed: 200]))
  }

  // MARK: What nobody knows

  @Test(arguments: [
    ("Movement,Wiederholungen,Kilos\nSquat,5,100\n", SeemingContent.sets),
    ("Datum,Schritte\n2026-03-02,8123\n", .days),
    ("Sport;Dauer;Ort\nLauf;30;Wald\n", .sessions), ("Name,Age\nAnna,30\n", .unknown),
  ])
  func `a table that nobody knows is told by its headings`(
    _ text: String, _ content: SeemingContent
  ) throws {
    let folder = try ScratchFolder()
    let found = try #require(refusal(of: try folder.write(text.utf8, to: "own.csv")))
    #expect(found.code == .archiveUnreadTable)
    #expect(found.facts.seems == content)
    #expect(found.facts.known?.count ?? 0 > 1)
    // The same in a folder.
    #expect(refusal(of: folder.path)?.code == .archiveUnreadTable)
  }

  @Test func `a text with commas is no table`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("Dear Sir, hello\nI ran, and ran, and ran\n".utf8, to: "note.txt")
    #expect(refusal(of: path)?.code == .archiveUnrecognised)
  }
}

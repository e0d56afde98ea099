import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Testing

/// The sources of a Health document: names with devices.
struct HealthSourcesTests {
  private func record(_ device: String?) -> String {
    guard let device else { return steps(1, source: "Anna") }
    let text = "device=\"&lt;&lt;HKDevice: 0x28&gt;, \(device)&gt;\" unit="
    return steps(1, source: "Anna").replacing("unit=", with: text)
  }

  private func hardware(_ devices: String?...) throws -> [String?] {
    let document = healthDocument(devices.map(record).joined())
    let reading = try IngestedInput(document)
    return reading.records.map { reading.facts.sources[Int($0.source)].hardware }
  }

  @Test func `a device is known by its hardware`() throws {
    let watch = "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,1"
    #expect(
      try hardware(watch + ", software:11.2", watch + ", software:12.0", watch)
        == ["Watch6,1", "Watch6,1", "Watch6,1"])
  }

  @Test func `without hardware it is known by manufacturer and model`() throws {
    #expect(
      try hardware(
        "name:My strap, manufacturer:Polar Electro Oy, model:H10, software:3.1",
        "name:Ours, model:H10", "name:Ours, manufacturer:Polar, hardware:", "name:Ours", nil)
        == ["Polar Electro Oy H10", "H10", "Polar", "", nil])
  }

  @Test func `what its owner calls it says nothing`() throws {
    #expect(
      try hardware(
        "name:a, hardware:Watch1,1, model:Watch, manufacturer:Apple Inc., model:iPhone, hardware:iPhone9,3",
        "name:b&gt;, manufacturer:Apple Inc., model:iPhone, hardware:iPhone9,3, software:17.1")
        == ["iPhone9,3", "iPhone9,3"])
  }

  /// Whether each source is an app, of records with the version of its source and the description of its device.
  private func areApps(_ sources: (name: String, version: String?, device: String?)...) throws
    -> [Bool]
  {
    let records = sources.map { source in
      let version = source.version.map { " sourceVersion=\"\($0)\"" } ?? ""
      return record(source.device).replacing(
        "sourceName=\"Anna\"", with: "sourceName=\"\(source.name)\"\(version)")
    }
    let facts = try IngestedInput(healthDocument(records.joined())).facts
    return facts.sources.indices.map { facts.apps.contains(UInt16($0)) }
  }

  @Test func `an app is what has another version than the software of its device`() throws {
    let watch = "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,1"
    #expect(
      try areApps(
        ("Anna", "11.2", watch + ", software:11.2"), ("Hillwalk", "5.1", watch + ", software:11.2"),
        ("Strap", "3.1", "manufacturer:Polar, model:H10, software:3.1"), ("Runmeter", "9", nil))
        == [false, true, true, true])
    // Without one of the two nobody can tell; and one record of its own makes a device.
    #expect(try areApps(("Anna", nil, watch + ", software:11.2")) == [false])
    #expect(try areApps(("Anna", "11.2", watch)) == [false])
    #expect(
      try areApps(
        ("Anna", "11.1", watch + ", software:11.2"), ("Anna", "11.2", watch + ", software:11.2"))
        == [false])
  }

  @Test func `as many sources as there are names and devices, and not more than names may be`()
    throws
  {
    let devices = (0..<3).map { "manufacturer:Apple Inc., model:Watch, hardware:Watch6,\($0)" }
    let text = healthDocument((devices + devices).map(record).joined())
    #expect(try IngestedInput(text).facts.sources.count == 3)
    let folder = try ScratchFolder()
    let path = try folder.write(text.utf8, to: "export.xml")
    var limits = ReadLimits()
    limits[.names] = 2
    #expect(throws: DaymarkError.self) { try IngestedInput(of: path, limits: limits) }
  }

  /// Whether a record of a source is typed in.
  private func isTypedIn(_ name: String, device: String? = nil) throws -> Bool {
    let text = record(device).replacing(
      "sourceName=\"Anna\"", with: "sourceName=\"\(name)\" sourceVersion=\"18.2\"")
    // Most records repeat how others begin, which is remembered.
    let reading = try IngestedInput(healthDocument(text, text, text))
    #expect(Set(reading.records.map(\.isUserEntered)).count == 1)
    return try #require(reading.records.last).isUserEntered
  }

  @Test(arguments: ["Health", "Santé", "Sante\u{301}", "ヘルスケア", "健康", "Здоровье", "Sức khỏe"])
  func `what the Health app writes without a device was typed in`(_ name: String) throws {
    #expect(try isTypedIn(name))
    #expect(try !isTypedIn(name, device: "model:iPhone, hardware:iPhone9,3"))
  }

  @Test(arguments: ["Samsung Health", "HUAWEI Health", "health", "Health ", "My Health", "#"])
  func `an app of another name measures what it writes`(_ name: String) throws {
    #expect(try !isTypedIn(name))
  }

  @Test func `a workout of the Health app was typed in, too`() throws {
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Health" sourceVersion="18.2" \
      startDate="2024-01-01 08:00:00 +0100" endDate="2024-01-01 09:00:00 +0100"/>

      """
    let text = healthDocument(workout, workout.replacing("\"Health\"", with: "\"Runner\""))
    #expect(try IngestedInput(text).activities.map(\.isUserEntered) == [true, false])
  }

  @Test func `a record that says it was not typed in was not`() throws {
    let texts = ["0", "1"].map {
      steps(1, around: metadata("HKWasUserEntered", $0)).replacing(
        "sourceName=\"S\"", with: "sourceName=\"Health\" sourceVersion=\"18.2\"")
    }
    let reading = try IngestedInput(healthDocument(texts.joined()))
    #expect(reading.records.map(\.isUserEntered) == [false, true])
  }

  @Test func `before iOS 9 a phone's own steps bore the name of the app`() throws {
    let old = steps(1, source: "Health")
    let new = old.replacing("sourceName=", with: "sourceVersion=\"9.0\" sourceName=")
    let reading = try IngestedInput(healthDocument(old, old, new, old, new, new))
    #expect(reading.records.map(\.isUserEntered) == [false, false, true, false, true, true])
  }
}

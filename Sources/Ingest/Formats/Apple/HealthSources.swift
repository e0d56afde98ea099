import CDaymarkTexts
import DaymarkModel

/// The sources of a Health document in the order of their first occurrence: each name once for each
/// of its devices.
///
/// Records refer to them by two bytes. A watch and a phone to which their owner gave the same name
/// remain separate.
struct HealthSources {
  private(set) var sources: [Source] = []
  private var names = NameTable()
  private var devices = DeviceDescriptions()
  private var numbers: [Key: UInt16] = [:]
  /// Whether each source is the Health app itself, without a device.
  private var areHealthApp: [Bool] = []
  /// The numbers of the sources that are apps; see ``InputFacts/apps``.
  private(set) var apps: Set<UInt16> = []

  private struct Key: Hashable {
    var name: UInt16
    /// The hardware of the device; `nil` where no device is stated.
    var hardware: String?
  }

  /// Returns the number of a source, which has the best class of any of its records.
  ///
  /// - Parameters:
  ///   - device: The escaped description of an `HKDevice`; `nil` where none is stated.
  ///   - version: The source's version; `nil` where none is stated.
  /// - Returns: The number; `nil` where a text is too long, or there are too many sources.
  mutating func number(
    of name: AttributeText, device: AttributeText?, version: AttributeText?, limits: ReadLimits
  ) -> UInt16? {
    guard let nameNumber = names.index(of: name, limits: limits) else { return nil }
    let device = device.map { devices.device(of: $0) }
    if let device, device.hardware.utf8.count > limits.nameBytes { return nil }
    let key = Key(name: nameNumber, hardware: device?.hardware)
    let isApp = device.map { $0.isOfApp(version: version) } ?? true
    if let known = numbers[key] {
      sources[Int(known)].deviceClass = min(
        sources[Int(known)].deviceClass, device?.deviceClass ?? .app)
      if !isApp { apps.remove(known) }
      return known
    }
    guard sources.count < min(limits.names, Int(UInt16.max)) else { return nil }
    let number = UInt16(sources.count)
    sources.append(
      Source(
        provider: .apple, name: names.names[Int(nameNumber)],
        deviceClass: device?.deviceClass ?? .app, hardware: key.hardware))
    if isApp { apps.insert(number) }
    areHealthApp.append(
      device == nil && healthAppNames.contains(comparableName(sources[Int(number)].name)))
    numbers[key] = number
    return number
  }

  /// Whether records of a source were typed in, because the Health app itself measures nothing.
  ///
  /// Before iOS 9 the phone's own steps had the name of the app, and records of that time state no
  /// version.
  func isTypedIn(_ number: UInt16, hasVersion: Bool) -> Bool {
    hasVersion && Int(number) < areHealthApp.count && areHealthApp[Int(number)]
  }
}

/// The names of the Health app in exports, as ``comparableName(_:)`` returns them.
private let healthAppNames: Set<String> = {
  let lines = String(cString: daymark_health_app_names_tsv()).split(separator: "\n")
  let names = lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: "\t").last }
  return Set(names.map { comparableName(String($0)) })
}()

/// The devices of earlier descriptions.
///
/// Most records repeat the description of the record before.
private struct DeviceDescriptions {
  private var known: [[UInt8]: DescribedDevice] = [:]
  private var last: (text: [UInt8], device: DescribedDevice)?

  /// The maximum number of descriptions.
  ///
  /// Genuine documents have some dozens, one for each software version of a device.
  private static let mostKept = 1024

  mutating func device(of description: AttributeText) -> DescribedDevice {
    let text = withoutAddress(description)
    if let last, text.count == last.text.count, text.elementsEqual(last.text) { return last.device }
    let bytes = Array(text)
    let device = known[bytes] ?? DescribedDevice(text)
    if known.count < Self.mostKept { known[bytes] = device }
    last = (bytes, device)
    return device
  }
}

/// Returns the description of a device after its address, which differs from record to record
/// without any meaning.
private func withoutAddress(_ description: AttributeText) -> AttributeText {
  guard description.hasPrefix("<<HKDevice: 0x"),
    let end = description.firstIndex(of: UInt8(ascii: ">"))
  else { return description }
  return AttributeText(rebasing: description[(end + 1)...])
}

/// A device in an escaped `HKDevice` description.
struct DescribedDevice {
  let deviceClass: DeviceClass
  /// The hardware, or else the manufacturer and model; empty where neither is stated.
  let hardware: String
  /// The version of the device's software; empty where none is stated.
  private let software: [UInt8]

  /// Whether data with a version was written by an app on the device, and not by the device itself.
  ///
  /// The data of a watch or phone itself has the version of the device's software, while an app has
  /// its own version.
  func isOfApp(version: AttributeText?) -> Bool {
    guard deviceClass == .watch || deviceClass == .phone else { return true }
    guard let version, !software.isEmpty else { return false }
    return !version.elementsEqual(software)
  }

  /// Reads a description without its name, which its owner chose and which may contain anything,
  /// even `, model:`.
  ///
  /// The name is followed by manufacturer, model, hardware and software, so that the last of each
  /// is the device's own.
  init(_ description: AttributeText) {
    var (manufacturer, model, hardware): (AttributeText?, AttributeText?, AttributeText?)
    var software: AttributeText?
    var index = 0
    while let comma = description[index...].firstIndex(of: UInt8(ascii: ",")) {
      let field = AttributeText(rebasing: description[comma...])
      if field.hasPrefix(", manufacturer:") {
        (manufacturer, model, hardware) = (fieldValue(field, from: 15), nil, nil)
        software = nil
      } else if field.hasPrefix(", model:") {
        (model, hardware, software) = (fieldValue(field, from: 8), nil, nil)
      } else if field.hasPrefix(", hardware:") {
        (hardware, software) = (fieldValue(field, from: 11), nil)
      } else if field.hasPrefix(", software:") {
        software = fieldValue(field, from: 11)
      }
      index = comma + 1
    }
    func begins(_ text: StaticString) -> Bool {
      model?.hasPrefix(text) == true || hardware?.hasPrefix(text) == true
    }
    self.software = software.map(Array.init) ?? []
    deviceClass = begins("Watch") ? .watch : begins("iPhone") ? .phone : .app
    var texts: [AttributeText?] = [manufacturer, model]
    if let hardware, !hardware.isEmpty { texts = [hardware] }
    self.hardware = texts.compactMap { $0?.string }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Returns the value of a field in a description, up to the next field or the end.
///
/// A comma alone does not end a field, because hardware is written as `Watch6,1`.
private func fieldValue(_ field: AttributeText, from start: Int) -> AttributeText {
  var end = start
  while end < field.count, field[end] != UInt8(ascii: ">") {
    if field[end] == UInt8(ascii: ","), end + 1 < field.count,
      field[end + 1] == UInt8(ascii: " ")
    {
      break
    }
    end += 1
  }
  return AttributeText(rebasing: field[start..<end])
}

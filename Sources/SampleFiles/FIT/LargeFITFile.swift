extension FITFile {
  /// A ride of about so many bytes, with a point a second and the fields that devices write.
  package static func ride(bytes: Int, seed: UInt64) -> FITFile {
    var random = SplitMix64(seed: seed)
    let start: FITTime = "2025-05-10T08:00:00Z"
    let points = max(1, bytes / 27)
    var (centimeters, rate, altitude) = (0, 120, 3000)
    var messages: [FITMessage] = [.fileID(type: 4, created: start), .timer(0, at: start)]
    messages.reserveCapacity(points + 4)
    for second in 0..<points {
      let speed = random.number(in: 500...900)
      centimeters += speed
      rate = min(180, max(90, rate + random.number(in: -1...1)))
      altitude += random.number(in: -1...1)
      messages.append(
        FITMessage(
          20,
          [
            .init(253, .uint32, (start + second).seconds), .init(0, .sint32, 600_000_000 + second),
            .init(1, .sint32, 100_000_000 + second), .init(5, .uint32, centimeters),
            .init(73, .uint32, speed * 10), .init(78, .uint32, altitude), .init(3, .uint8, rate),
            .init(4, .uint8, 85),
          ]))
    }
    messages.append(
      .session(
        sport: 2, start: start, elapsed: points, centimeters: centimeters, kilocalories: 900))
    messages.append(.activity(at: start + points, timer: points, offset: 7200))
    return FITFile(messages)
  }
}

/// The FIT files: sessions and days of watches, with and without faults.
let fitFiles = [
  "fit/run/input/run.fit": FITFile(run).bytes,
  "fit/chained-twice/input/run.fit": FITFile(run).bytes + olderRun.bytes,
  "fit/multisport/input/triathlon.fit": triathlon.bytes,
  "fit/strength/input/strength.fit": FITFile(strengthAroundMidnight).bytes,
  "fit/monitoring/input/MAAA.fit": FITFile(firstDayMorning).bytes,
  "fit/monitoring/input/MBBB.fit": FITFile(firstDayEvening).bytes,
  "fit/monitoring/input/MCCC.fit": FITFile(laterDays).bytes,
  "fit/broken/input/checksum.fit": wrongChecksum.bytes,
  "fit/broken/input/cut.fit": Array(cutShort.bytes.dropLast(5)),
  "strong/with-watch/input/watch.fit": FITFile(strengthAroundMidnight).bytes,
]

private let hour = 3600

// MARK: Sessions

private let runStart: FITFileTime = "2026-03-05T17:00:00Z"

/// A run of four minutes in a time of seven, with a pause, a rate of zero and a total that differs
/// from the track.
private let run: [FITFileMessage] = [
  .fileID(type: 4, created: runStart),
  .timer(0, at: runStart),
  .point(at: runStart, centimeters: 0, heartRate: 120),
  .point(at: runStart + 60, centimeters: 15_000, heartRate: 130),
  .point(at: runStart + 120, centimeters: 30_000, heartRate: 140),
  .timer(4, at: runStart + 120),
  .timer(0, at: runStart + 300),
  .point(at: runStart + 300, centimeters: 30_000, heartRate: 110),
  .point(at: runStart + 360, centimeters: 45_000, heartRate: 150),
  .point(at: runStart + 390, centimeters: 52_500, heartRate: 0),
  .point(at: runStart + 420, centimeters: 60_000, heartRate: 160),
  .timer(4, at: runStart + 420),
  .session(
    sport: 1, start: runStart, elapsed: 420, timer: 240, centimeters: 61_200, kilocalories: 55,
    cycles: 340, averageRate: 138, maximumRate: 160),
  .activity(at: runStart + 420, timer: 240, offset: hour),
]

/// Returns a run of ten minutes without energy and steps, for exports of accounts.
///
/// - Parameter offset: The offset of the device's clock, in seconds east of UTC.
func plainRun(offset: Int) -> [FITFileMessage] {
  [
    .fileID(type: 4, created: runStart),
    .point(at: runStart, centimeters: 0, heartRate: 130),
    .point(at: runStart + 600, centimeters: 200_000, heartRate: 150),
    .session(sport: 1, start: runStart, elapsed: 600, centimeters: 200_000),
    .activity(at: runStart + 600, timer: 600, offset: offset),
  ]
}

/// The run of four minutes in the form of an older device.
private let olderRun: FITFile = {
  var file = FITFile(run)
  (file.headerBytes, file.isBigEndian) = (12, true)
  return file
}()

private let triathlonStart: FITFileTime = "2026-05-10T08:00:00Z"

/// A Summary-First file, whose sessions precede the points, with a distance that continues through
/// all of them.
private let triathlon: FITFile = {
  let start = triathlonStart
  var file = FITFile([
    .fileID(type: 4, created: start),
    .session(
      sport: 5, subSport: 18, start: start, elapsed: 1200, centimeters: 50_000,
      kilocalories: 120),
    .session(sport: 3, start: start + 1200, elapsed: 120, centimeters: 3000, kilocalories: 10),
    .session(
      sport: 2, start: start + 1320, elapsed: 2280, centimeters: 2_000_000,
      kilocalories: 400),
    .session(sport: 3, start: start + 3600, elapsed: 120, centimeters: 1000, kilocalories: 5),
    .session(
      sport: 1, start: start + 3720, elapsed: 1080, centimeters: 500_000,
      kilocalories: 300, cycles: 2000),
    .activity(at: start + 4800, timer: 4800, sessions: 5, offset: 2 * hour),
    .point(at: start, centimeters: 0),
    .point(at: start + 600, centimeters: 25_000),
    .point(at: start + 1200, centimeters: 50_000),
    .point(at: start + 1320, centimeters: 53_000),
    .point(at: start + 2400, centimeters: 1_053_000),
    .point(at: start + 3600, centimeters: 2_053_000),
    .point(at: start + 3720, centimeters: 2_054_000),
    .point(at: start + 4800, centimeters: 2_554_000),
  ])
  file.headerChecksum = .zero
  return file
}()

private let strengthStart: FITFileTime = "2026-03-05T22:30:00Z"

/// A session of an hour around midnight.
private let strengthAroundMidnight: [FITFileMessage] = [
  .fileID(type: 4, created: strengthStart),
  .timer(0, at: strengthStart),
  .set(0, start: strengthStart, seconds: 40, repetitions: 10, sixteenths: 60 * 16),
  .set(1, start: strengthStart + 40, seconds: 120),
  .set(2, start: strengthStart + 160, seconds: 35, repetitions: 8, sixteenths: 70 * 16),
  .set(3, start: strengthStart + 195, seconds: 120),
  .set(4, start: strengthStart + 315, seconds: 30, repetitions: 6, sixteenths: 1304),
  .timer(4, at: strengthStart + 3600),
  .session(sport: 10, subSport: 20, start: strengthStart, elapsed: 3600, kilocalories: 45),
  .activity(at: strengthStart + 3600, timer: 3600, offset: hour),
]

// MARK: Days

/// The local midnights, five hours behind UTC.
private let firstMidnight: FITFileTime = "2026-03-10T05:00:00Z"
private let secondMidnight = firstMidnight + 24 * hour
private let thirdMidnight = firstMidnight + 48 * hour
private let lastMidnight = firstMidnight + 72 * hour
private let behind = -5 * hour

/// The first day until the watch was synchronized in the afternoon.
private let firstDayMorning: [FITFileMessage] = [
  .fileID(type: 32, created: firstMidnight),
  .monitoringInfo(at: firstMidnight, offset: behind),
  .monitoringHeartRate(at: firstMidnight + 7 * hour, 60),
  .counters(
    at: firstMidnight + 8 * hour, type: 6, cycles: 3000, centimeters: 240_000,
    kilocalories: 120),
  .counters(
    at: firstMidnight + 14 * hour, type: 6, cycles: 4000, centimeters: 300_000,
    kilocalories: 160),
  .counters(
    at: firstMidnight + 14 * hour, type: 1, cycles: 1200, centimeters: 130_000,
    kilocalories: 90),
]

/// The first day again, synchronized after it ended: the counters have grown since the afternoon.
///
/// The last message has the time at which the day ends.
private let firstDayEvening: [FITFileMessage] = [
  .fileID(type: 32, created: firstMidnight + 14 * hour),
  .monitoringInfo(at: firstMidnight + 14 * hour, offset: behind),
  .monitoringHeartRate(at: firstMidnight + 17 * hour, 150),
  .monitoringHeartRate(at: firstMidnight + 18 * hour, 70),
  .counters(
    at: firstMidnight + 18 * hour, type: 1, cycles: 1200, centimeters: 130_000,
    kilocalories: 90),
  .counters(at: secondMidnight, type: 6, cycles: 6500, centimeters: 487_500, kilocalories: 260),
]

/// A watch that restarts on the second day, and counts no distance on the third.
private let laterDays: [FITFileMessage] = [
  .fileID(type: 32, created: secondMidnight),
  .monitoringInfo(at: secondMidnight, offset: behind, walkingCycle: 3800),
  .counters(at: secondMidnight + 60, type: 6, cycles: 0, centimeters: 0, kilocalories: 0),
  .monitoringHeartRate(at: secondMidnight + 7 * hour, 58),
  .counters(
    at: secondMidnight + 10 * hour, type: 6, cycles: 2000, centimeters: 150_000,
    kilocalories: 80),
  .counters(
    at: secondMidnight + 12 * hour, type: 6, cycles: 500, centimeters: 37_500,
    kilocalories: 20),
  .counters(
    at: secondMidnight + 15 * hour, type: 2, cycles: 3000, centimeters: 800_000,
    kilocalories: 200),
  .counters(at: thirdMidnight, type: 6, cycles: 1500, centimeters: 112_500, kilocalories: 60),
  .counters(at: lastMidnight, type: 6, cycles: 1000, kilocalories: 40, ascent: 7000),
]

// MARK: Damage

private let brokenStart: FITFileTime = "2026-03-06T17:00:00Z"

private let wrongChecksum: FITFile = {
  var file = FITFile([
    .fileID(type: 4, created: brokenStart),
    .point(at: brokenStart, centimeters: 0),
    .point(at: brokenStart + 300, centimeters: 100_000),
    .session(sport: 1, start: brokenStart, elapsed: 300, centimeters: 100_000, kilocalories: 70),
    .activity(at: brokenStart + 300, timer: 300, offset: hour),
  ])
  file.checksum = .wrong
  return file
}()

/// A file without a session, because the battery was empty.
///
/// Only the heart rate shows the day.
private let cutShort: FITFile = {
  let start: FITFileTime = "2026-03-07T10:00:00Z"
  return FITFile([
    .fileID(type: 4, created: start),
    .timer(0, at: start),
    .point(at: start, centimeters: 0, heartRate: 100),
    .point(at: start + 60, centimeters: 10_000, heartRate: 110),
    .point(at: start + 120, centimeters: 20_000, heartRate: 120),
    .point(at: start + 180, centimeters: 30_000, heartRate: 130),
  ])
}()

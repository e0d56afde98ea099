/// TCX and GPX files as Strava and Garmin write them.
let trackCases = [
  SampleCase("tcx/run-with-pause") { ["run.tcx": Array(runWithPause.utf8)] },
  SampleCase("tcx/multisport") { ["duathlon.tcx": Array(duathlon.utf8)] },
  SampleCase("gpx/run-with-teleport") { ["run.gpx": Array(runWithTeleport.utf8)] },
  SampleCase("gpx/planned") { ["planned.gpx": Array(planned.utf8)] },
]

private let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#

private func tcx(_ activities: String) -> String {
  """
  \(declaration)
  <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
  xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
   <Activities>
  \(activities)
   </Activities>
  </TrainingCenterDatabase>

  """
}

/// A point at a time of 2025-06-01, in UTC.
private func point(_ time: String, meters: Int, heartRate: Int? = nil) -> String {
  let rate = heartRate.map { "<HeartRateBpm><Value>\($0)</Value></HeartRateBpm>" } ?? ""
  return "     <Trackpoint><Time>2025-06-01T\(time)Z</Time>"
    + "<DistanceMeters>\(meters)</DistanceMeters>\(rate)</Trackpoint>"
}

/// Behind ten blanks, which Strava writes; a second track is what follows a pause.
private let runWithPause =
  "          "
  + tcx(
    """
      <Activity Sport="Running"><Id>2025-06-01T10:00:00Z</Id>
       <Lap StartTime="2025-06-01T10:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>\
    <DistanceMeters>2000</DistanceMeters><Calories>130</Calories>
        <Track>
    \(point("10:00:00", meters: 0, heartRate: 0))
    \(point("10:05:00", meters: 1000, heartRate: 140))
        </Track>
        <Track>
    \(point("10:10:00", meters: 1000, heartRate: 130))
    \(point("10:15:00", meters: 2000, heartRate: 150))
        </Track>
        <Extensions><ns3:LX><ns3:Steps>1700</ns3:Steps></ns3:LX></Extensions>
       </Lap>
       <Creator><Name>Garmin Forerunner 245</Name></Creator>
      </Activity>
    """)

/// The points of the second leg go on from the first, whose lap states no distance.
private let duathlon = tcx(
  """
   <MultiSportSession><FirstSport><Activity Sport="Running"><Id>2025-06-01T10:00:00Z</Id>
       <Lap StartTime="2025-06-01T10:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>\
  <Calories>150</Calories>
        <Track>
  \(point("10:00:00", meters: 0))
  \(point("10:10:00", meters: 2000))
        </Track>
       </Lap></Activity></FirstSport>
    <NextSport><Activity Sport="Biking"><Id>2025-06-01T10:10:00Z</Id>
       <Lap StartTime="2025-06-01T10:10:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds>\
  <DistanceMeters>12000</DistanceMeters><Calories>300</Calories>
        <Track>
  \(point("10:10:00", meters: 2000))
  \(point("10:40:00", meters: 14000))
        </Track>
       </Lap></Activity></NextSport></MultiSportSession>
  """)

private func gpx(creator: String, _ content: String) -> String {
  """
  \(declaration)
  <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
  \(content)
  </gpx>

  """
}

/// A point of the equator at a time of 2025-06-01, in UTC.
private func point(longitude: String, _ time: String, heartRate: Int) -> String {
  "   <trkpt lat=\"0\" lon=\"\(longitude)\"><time>2025-06-01T\(time)Z</time><extensions>"
    + "<gpxtpx:TrackPointExtension><gpxtpx:hr>\(heartRate)</gpxtpx:hr>"
    + "</gpxtpx:TrackPointExtension></extensions></trkpt>"
}

/// The third place is 55 km away; then a pause.
private let runWithTeleport = gpx(
  creator: "StravaGPX",
  """
   <trk><type>running</type>
    <trkseg>
  \(point(longitude: "7.000", "10:00:00", heartRate: 120))
  \(point(longitude: "7.002", "10:01:00", heartRate: 130))
  \(point(longitude: "7.500", "10:02:00", heartRate: 0))
  \(point(longitude: "7.006", "10:03:00", heartRate: 140))
    </trkseg>
    <trkseg>
  \(point(longitude: "7.010", "10:10:00", heartRate: 110))
  \(point(longitude: "7.011", "10:11:00", heartRate: 150))
    </trkseg>
   </trk>
  """)

private let planned = gpx(
  creator: "Route planner",
  """
   <wpt lat="0" lon="7"><time>2025-06-01T08:00:00Z</time><name>Start</name></wpt>
   <rte><rtept lat="0" lon="7"/><rtept lat="0" lon="8"/></rte>
   <trk><name>Tomorrow</name>
    <trkseg><trkpt lat="0" lon="7"/><trkpt lat="0" lon="8"/></trkseg>
   </trk>
  """)

/// Strava's bulk export of several years and languages, and activities as its API gives them.
let stravaCases = [
  SampleCase(
    "strava-export/german", zip: "export_4711.zip",
    [
      ("activities.csv", Array(germanTable.utf8)),
      ("bikes.csv", Array("Fahrradname,Fahrradmarke,Fahrradmodell\n".utf8)),
      ("activities/201.fit.gz", gzip(FITFile(run).bytes)),
    ]),
  SampleCase("strava-export/ten-columns") { ["activities.csv": Array(oldTable.utf8)] },
  SampleCase("strava-api/list") { ["activities.json": Array(list.utf8)] },
]

// MARK: Export

private let runStart: FITTime = "2026-03-05T17:00:00Z"

/// The file of activity 201: it knows neither energy nor steps.
private let run: [FITMessage] = [
  .fileID(type: 4, created: runStart),
  .point(at: runStart, centimeters: 0, heartRate: 130),
  .point(at: runStart + 600, centimeters: 200_000, heartRate: 150),
  .session(sport: 1, start: runStart, elapsed: 600, centimeters: 200_000),
  .activity(at: runStart + 600, timer: 600, offset: 3600),
]

/// A run with a file, a ride whose file is missing, a swim that Strava could not write the file of,
/// and a session that was typed in.
///
/// Only the run and the session have raw values.
private let germanTable =
  germanNames
  + germanRow([
    0: "201", 1: "\"05.03.2026, 17:00:00\"", 2: "Abendlauf", 3: "Lauf",
    4: "\"Zeile 1\nZeile 2, \"\"schön\"\"\"", 5: "600", 6: "\"2,01\"", 12: "activities/201.fit.gz",
    15: "600.0", 16: "590.0", 17: "2010.5", 20: "12.5", 30: "150.0", 31: "140.0", 34: "150.0",
    85: "1640.0",
  ])
  + germanRow([
    0: "202", 1: "\"06.03.2026, 06:30:00\"", 2: "Zur Arbeit", 3: "Radfahrt", 5: "1800",
    6: "\"12,50\"", 12: "activities/202.gpx.gz",
  ])
  + germanRow([
    0: "203", 1: "\"07.03.2026, 17:00:00\"", 2: "Bahnen", 3: "Schwimmen", 5: "1800", 6: "1.000",
    12: "#error#",
  ])
  + germanRow([
    0: "204", 1: "\"08.03.2026, 09:00:00\"", 2: "Kraft", 3: "Krafttraining", 5: "3600", 6: "0",
    15: "3600.0", 16: "3600.0", 17: "0.0", 34: "300.0", 44: "Weight Training",
  ])

/// A row of 94 fields, by their position.
private func germanRow(_ fields: [Int: String]) -> String {
  (0..<94).map { fields[$0] ?? "" }.joined(separator: ",") + "\n"
}

private let germanNames = """
  Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,\
  Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,\
  Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,Sportlergewicht,\
  Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,\
  Durchschnittliche Geschwindigkeit,Höhenzunahme,Höhenunterschied,Min. Höhe,Max. Höhe,\
  Max. Steigung,Durchschnittliche Steigung,Durchschnittliche positive Steigung,\
  Durchschnittliche negative Steigung,Max. Tritt-/Schrittfrequenz,\
  Durchschnittliche Trittfrequenz,Max. Herzfrequenz,Durchschnittliche Herzfrequenz,\
  Max. Watt,Durchschnittliche Watt,Kalorien,Max. Temperatur,Durchschnittliche Temperatur,\
  Relative Leistung,Gesamtarbeit,Anzahl Läufe,Bergaufzeit,Bergabzeit,Andere Zeit,\
  Gefühlte Anstrengung,Art,Startzeit,Gewichtete durchschnittliche Leistung,Leistungszahl,\
  Gefühlte Anstrengung verwenden,Gefühlte relative Leistung,Pendeln,\
  Insgesamt gestemmtes Gewicht,Von Upload,Auf Steigung angepasste Distanz,\
  Wetterbeobachtungszeit,Wetterlage,Wetter: Temperatur,Scheinbare Temperatur,Taupunkt,\
  Luftfeuchtigkeit,Wetter: Druck,Windgeschwindigkeit,Windböe,Windrichtung,\
  Niederschlagsintensität,Sonnenaufgangszeit,Sonnenuntergangszeit,Mondphase,Fahrrad,\
  Ausrüstung,Niederschlagswahrscheinlichkeit,Niederschlagsart,Wolkendecke,\
  Wetter: Sichtbarkeit,UV-Index,Wetter: Ozon,Sprunganzahl,Schwierigkeit insgesamt,\
  Durchschnittlicher Flow,Markiert,Durchschnittsgeschwindigkeit im Aufzeichnungszeitraum,\
  Auf Schotter zurückgelegte Distanz,Neu getestete Distanz,Neu getestete Schotterdistanz,\
  Aktivitätsanzahl,Schritte insgesamt,Eingesparte CO₂-Emissionen,Pool-Länge,\
  Trainingsbelastung,Intensität,Durchschnittliches auf Steigung angepasstes Tempo,\
  Stoppuhr-Zeit,Zyklen gesamt,Medien

  """

/// Until June 2019: ISO dates, and meters.
private let oldTable = """
  id,date,name,type,description,elapsed_time,distance,commute,gear,filename
  1,2018-09-12 15:02:23,Evening Ride,Ride,,783,3681.0,true,Merida,activities/1.gpx
  2,2018-09-13 21:30:00,Night Run,Run,,3600,10000.0,false,,activities/2.fit.gz
  3,2018-09-15 08:00:00,Walk,Walk,,1800,2000.0,false,,

  """

// MARK: API

/// A run in short, a ride in detail, and a walk that was typed in.
private let list = """
  [
    {"resource_state": 2, "id": 301, "name": "Evening Run", "sport_type": "Run", "type": "Run",
     "distance": 5012.3, "moving_time": 1750, "elapsed_time": 1800, "total_elevation_gain": 31.0,
     "start_date": "2026-03-05T17:00:00Z", "start_date_local": "2026-03-05T18:00:00Z",
     "timezone": "(GMT+01:00) Europe/Berlin", "utc_offset": 3600.0, "manual": false,
     "average_heartrate": 150.2, "max_heartrate": 171.0, "external_id": "garmin_push_1"},
    {"resource_state": 3, "id": 302, "name": "Commute", "sport_type": "GravelRide", "type": "Ride",
     "distance": 20000.0, "moving_time": 3500, "elapsed_time": 3600, "total_elevation_gain": 120.0,
     "start_date": "2026-03-06T06:30:00Z", "start_date_local": "2026-03-06T07:30:00Z",
     "timezone": "(GMT+01:00) Europe/Berlin", "utc_offset": 3600.0, "manual": false,
     "kilojoules": 400.1, "calories": 420.5, "device_name": "Bike Computer"},
    {"resource_state": 2, "id": 303, "name": "Walk", "sport_type": "Walk", "type": "Walk",
     "distance": 3000.0, "moving_time": 2400, "elapsed_time": 2400, "total_elevation_gain": 0,
     "start_date": "2026-03-07T09:00:00Z", "start_date_local": "2026-03-07T10:00:00Z",
     "timezone": "(GMT+01:00) Europe/Berlin", "utc_offset": 3600.0, "manual": true}
  ]

  """

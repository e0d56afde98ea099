/// Returns Strava's bulk export for a German account.
func stravaFiles() throws -> [String: [UInt8]] {
  [
    "strava-export/german/input/export_4711.zip": try zip([
      ("activities.csv", Array(germanTable.utf8)),
      ("bikes.csv", Array("Fahrradname,Fahrradmarke,Fahrradmodell\n".utf8)),
      ("activities/201.fit.gz", gzip(FITFile(plainRun(offset: 3600)).bytes)),
    ])
  ]
}

/// A run with a file, a ride whose file is missing, a swim for which Strava could not write a file,
/// and a typed-in session.
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

/// Returns a row of 94 fields, given by their positions.
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

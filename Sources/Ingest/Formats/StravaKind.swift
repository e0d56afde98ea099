import DaymarkModel

/// The kind of session that Strava calls an activity's type, and whether it is indoors.
///
/// The API writes `TrailRun`, an export `Trail Run` or the same in the account's language.
///
/// - Returns: `.other` for a type that is not known, whose place any joined activity's kind takes.
func stravaKind(_ type: String) -> (kind: ActivityKind, isIndoor: Bool) {
  let letters = type.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }
  let name = String(String.UnicodeScalarView(letters))
  return (kinds[name] ?? .other, indoorTypes.contains(name))
}

private let indoorTypes: Set = [
  "virtualrun", "virtualride", "virtualrow", "virtuellerlauf", "virtuelleradfahrt",
  "coursevirtuelle", "vélovirtuel", "corsavirtuale",
]

/// English names are the API's; the others those of the export in German, French, Spanish, Italian,
/// Portuguese and Dutch.
private let kinds: [String: ActivityKind] = {
  let names: [(ActivityKind, String)] = [
    (.run, "run trailrun virtualrun lauf traillauf virtuellerlauf courseàpied trail"),
    (.run, "coursevirtuelle carrera corsa corsavirtuale corrida hardloopsessie hardlopen"),
    (.walk, "walk spaziergang gehen marche caminata caminar camminata caminhada wandeling"),
    (.walk, "wandelen"),
    (.hike, "hike wanderung randonnée senderismo excursionismo escursione trilha"),
    (.cycle, "ride mountainbikeride gravelride ebikeride emountainbikeride virtualride velomobile"),
    (.cycle, "handcycle radfahrt mountainbikefahrt gravelfahrt ebikefahrt emountainbikefahrt"),
    (.cycle, "virtuelleradfahrt vélo vtt vélovirtuel véloélectrique ciclismo bicicleta pedalata"),
    (.cycle, "giroinbici pedalada fietsrit"),
    (.swim, "swim schwimmen natation natación nuoto natação zwemmen"),
    (.row, "rowing virtualrow rudern aviron remo canottaggio roeien"),
    (.strength, "weighttraining krafttraining entraînementauxpoids entrenamientoconpesas"),
    (.strength, "allenamentoconipesi treinamentocompeso musculação"),
    (.hiit, "highintensityintervaltraining hochintensivesintervalltraining hiit"),
    (.yoga, "yoga"),
  ]
  var kinds: [String: ActivityKind] = [:]
  for (kind, list) in names {
    for name in list.split(separator: " ") { kinds[String(name)] = kind }
  }
  return kinds
}()

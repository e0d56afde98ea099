import DaymarkModel

/// The kind of session that a file means by the name of a sport, and whether it is indoors.
struct Sport: Equatable {
  /// `other` for what is not known, whose place any joined activity's kind takes.
  var kind: ActivityKind
  var isIndoor: Bool
  /// Whether the name is none that is known: it may mean any kind, in a language of which too little is known.
  var isUnknown = false

  /// The sport of a name.
  ///
  /// Only letters count, in lower case, so `Trail Running`, `trail_running` and `TrailRunning` are one
  /// name. One that is not listed is known by its words: `street_running`, `indoor_climbing`. An older
  /// Strava export writes the number of its list of types instead: 1 is a ride and 9 a run.
  init(named name: String) {
    if let kind = stravaNumbers[name] {
      (self.kind, isIndoor) = (kind, false)
      return
    }
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    let letters = words.joined()
    let known = kindsByName[letters] ?? words.lazy.compactMap { kindsByWord[$0] }.first
    kind = known ?? .other
    isUnknown =
      known == nil && !name.isEmpty && !otherSports.contains(letters)
      && !words.contains(where: otherSports.contains)
    isIndoor = indoorNames.contains(letters) || words.contains(where: indoorWords.contains)
  }
}

private let stravaNumbers: [String: ActivityKind] = [
  "1": .cycle, "4": .hike, "9": .run, "10": .walk, "16": .swim,
]

/// Words that may stand beside words of any kind.
///
/// Words of other languages are left out, because too little is known of the rest of a name: `ski
/// de randonnée` is no hike.
private let kindsByWord = kinds([
  (.run, "run running laufen"), (.walk, "walk walking gehen"), (.hike, "hike hiking wandern"),
  (.cycle, "cycling biking bike ride bmx cyclocross radfahren"),
  (.swim, "swim swimming schwimmen"), (.row, "row rowing rudern"), (.strength, "strength"),
  (.hiit, "hiit"), (.yoga, "yoga"),
])

/// The names of kinds in English, and as Strava's export writes them in German, French, Spanish,
/// Italian, Portuguese and Dutch.
private let kindsByName = kinds([
  (.run, "trailrun trailrunning jogging treadmill virtualrun lauf traillauf virtuellerlauf trail"),
  (.run, "courseàpied coursevirtuelle carrera corsa corsavirtuale corrida hardloopsessie"),
  (.run, "hardlopen streetrunning trackrunning treadmillrunning indoorrunning"),
  (.walk, "casualwalking speedwalking indoorwalking spaziergang marche caminata caminar"),
  (.walk, "camminata caminhada wandeling wandelen"),
  (.hike, "mountaineering trekking wanderung randonnée senderismo excursionismo escursione"),
  (.hike, "trilha"),
  (.cycle, "mountainbikeride gravelride ebikeride emountainbikeride virtualride velomobile"),
  (.cycle, "handcycle spinning roadbiking roadcycling mountainbiking gravelcycling ebiking"),
  (.cycle, "indoorcycling virtualcycling radfahrt mountainbikefahrt gravelfahrt ebikefahrt"),
  (.cycle, "emountainbikefahrt virtuelleradfahrt vélo vtt vélovirtuel véloélectrique ciclismo"),
  (.cycle, "bicicleta pedalata giroinbici pedalada fietsrit"),
  (.swim, "openwater openwaterswimming lapswimming poolswimming natation natación nuoto natação"),
  (.swim, "zwemmen"),
  (.row, "indoorrowing virtualrow aviron remo canottaggio roeien"),
  (.strength, "strengthtraining weighttraining krafttraining entraînementauxpoids"),
  (.strength, "entrenamientoconpesas allenamentoconipesi treinamentocompeso musculação"),
  (.hiit, "highintensityintervaltraining hochintensivesintervalltraining"),
])

/// Names, and words of them, of sports of which no distance counts: of these nobody need be told.
private let otherSports = Set(
  """
  other workout training cardio fitness gym generic uncategorized multisport multi transition
  alpineski backcountryski nordicski rollerski ski skiing snowboard snowboarding snowshoe snowshoeing
  iceskate inlineskate inline skate skating skateboard skateboarding hockey wheelchair
  canoe canoeing kayak kayaking paddling paddleboarding standuppaddling stand sail sailing surf surfing
  kitesurf kitesurfing windsurf windsurfing rafting diving apnea fishing
  rockclimbing climbing bouldering golf soccer football basketball volleyball baseball softball cricket
  rugby handball lacrosse tennis tabletennis badminton squash pickleball racquetball padel platform
  crossfit elliptical stair stairstepper stepper stairclimbing floor pilates barre dance dancing boxing
  mma martial jump breathwork meditation mobility stretching flexibility horseback motorcycling driving
  flying hunting physicaltherapy
  """.split(whereSeparator: \.isWhitespace).map(String.init))

private let indoorWords: Set = ["indoor", "treadmill", "virtual", "lap", "pool"]

private let indoorNames: Set = [
  "treadmillrunning", "indoorrunning", "virtualrun", "indoorwalking", "indoorcycling",
  "virtualride", "virtualcycling", "spinning", "lapswimming", "poolswimming", "indoorrowing",
  "virtualrow", "virtuellerlauf", "virtuelleradfahrt", "coursevirtuelle", "vélovirtuel",
  "corsavirtuale",
]

private func kinds(_ lists: [(ActivityKind, String)]) -> [String: ActivityKind] {
  var kinds: [String: ActivityKind] = [:]
  for (kind, names) in lists {
    for name in names.split(separator: " ") { kinds[String(name)] = kind }
  }
  return kinds
}

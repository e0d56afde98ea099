import DaymarkModel

/// The kind of session that a sport's name in a file means, and whether it is indoors.
struct Sport: Equatable {
  /// The kind; `other` for an unknown name.
  ///
  /// The kind of a joined activity takes its place.
  var kind: ActivityKind
  var isIndoor: Bool
  /// The reason for which the name does not determine the kind; `nil` where it does.
  ///
  /// An unknown name may mean any kind.
  var gap: SportGap?

  /// Makes the sport of a name.
  ///
  /// Only letters count, in lower case, so that `Trail Running`, `trail_running` and `TrailRunning`
  /// are the same. An unlisted name is recognized by its words: `street_running`,
  /// `indoor_climbing`. An older Strava export has the number from its list of types instead: 1 is
  /// a ride and 9 a run.
  init(named name: String) {
    if let kind = stravaNumbers[name] {
      (self.kind, isIndoor) = (kind, false)
      return
    }
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    let letters = words.joined()
    // This is as in FIT files: a transition does not belong to the legs around it, and wheelchairs
    // make no steps.
    let isOther = letters.contains("transition") || words.contains("wheelchair")
    let known =
      isOther ? nil : kindsByName[letters] ?? words.lazy.compactMap { kindsByWord[$0] }.first
    kind = known ?? .other
    if !name.contains(where: { $0.isLetter || $0.isNumber }) {
      gap = .missing
    } else if known == nil, !isOther, !otherNames.contains(letters),
      !words.contains(where: otherWords.contains)
    {
      gap = .unknown
    }
    isIndoor = indoorNames.contains(letters) || words.contains(where: indoorWords.contains)
  }
}

private let stravaNumbers: [String: ActivityKind] = [
  "1": .cycle, "4": .hike, "9": .run, "10": .walk, "16": .swim,
]

/// The kinds of words that may stand beside any other words.
///
/// Words of other languages are left out, because the rest of the name is not understood: `ski de
/// randonnée` is not a hike.
private let kindsByWord = kinds([
  (.run, "run running laufen"), (.walk, "walk walking gehen"), (.hike, "hike hiking wandern"),
  (.cycle, "cycling biking bike ride bmx cyclocross radfahren mtb mountainbike bicycle"),
  (.swim, "swim swimming schwimmen"), (.row, "row rowing rudern"), (.strength, "strength"),
  (.hiit, "hiit"), (.yoga, "yoga"),
])

/// The names of kinds in English, and in Strava's export in German, French, Spanish, Italian,
/// Portuguese and Dutch.
private let kindsByName = kinds([
  (.run, "trailrun trailrunning jogging treadmill virtualrun lauf traillauf virtuellerlauf trail"),
  (.run, "courseàpied coursevirtuelle carrera corsa corsavirtuale corrida hardloopsessie"),
  (.run, "hardlopen streetrunning trackrunning treadmillrunning indoorrunning"),
  (.walk, "casualwalking speedwalking indoorwalking spaziergang marche caminata caminar"),
  (.walk, "camminata caminhada wandeling wandelen nordicwalking"),
  (.hike, "mountaineering trekking wanderung randonnée senderismo excursionismo escursione"),
  (.hike, "trilha"),
  (.cycle, "mountainbikeride gravelride ebikeride emountainbikeride virtualride velomobile"),
  (.cycle, "handcycle spinning roadbiking roadcycling mountainbiking gravelcycling ebiking"),
  (.cycle, "indoorcycling virtualcycling radfahrt mountainbikefahrt gravelfahrt ebikefahrt"),
  (.cycle, "emountainbikefahrt virtuelleradfahrt vélo vtt vélovirtuel véloélectrique ciclismo"),
  (.cycle, "bicicleta pedalata giroinbici pedalada fietsrit cyclisme rennrad racebike"),
  (.cycle, "touringbicycle citybike"),
  (.swim, "openwater openwaterswimming lapswimming poolswimming natation natación nuoto natação"),
  (.swim, "zwemmen"),
  (.row, "indoorrowing virtualrow rower aviron remo canottaggio roeien"),
  (.strength, "strengthtraining weighttraining krafttraining entraînementauxpoids"),
  (.strength, "entrenamientoconpesas allenamentoconipesi treinamentocompeso musculação"),
  (.strength, "musculation weightlifting powerlifting weights"),
  (.hiit, "highintensityintervaltraining hochintensivesintervalltraining"),
])

private func words(_ text: String) -> Set<String> {
  Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The names of sports that have no kind, which cause no finding.
private let otherNames = words(
  """
  other workout training cardio indoorcardio fitness fitnessequipment gym generic uncategorized sport core
  multisport triathlon stopwatch safety assistance incidentdetected esport platformtennis floorclimbing
  floorclimb jumprope standuppaddling standuppaddleboarding tabletennis alpineski backcountryski nordicski
  rollerski iceskate inlineskate rockclimbing stairstepper crosscountryskiing entraînement entrenamiento
  allenamento treino klettern langlaufen escalade aerobicworkout circuittraining coretraining outdoorworkout
  structuredworkout
  """)

/// The words of sports that have no kind, regardless of the words beside them.
private let otherWords = words(
  """
  ski skiing snowboard snowboarding snowshoe snowshoeing shoe snowmobiling skate skating skateboard
  skateboarding inline hockey sledding curling canoe canoeing kayak kayaking paddling paddleboarding sail
  sailing boating surf surfing kitesurf kitesurfing kiteboarding windsurf windsurfing wakeboarding wakesurfing
  waterskiing tubing rafting diving apnea snorkeling fishing climbing bouldering golf soccer football
  basketball volleyball baseball softball cricket rugby handball lacrosse tennis badminton squash pickleball
  racquetball padel paddelball archery disc sports elliptical stair stairstepper stepper stairclimbing pilates
  barre dance dancing zumba aerobics bootcamp calisthenics crossfit gymnastics boxing kickboxing karate judo
  mma martial breathwork meditation mobility stretching flexibility horseback gliding flying drone motocross
  motorcycling driving racing atv overland overlanding rucking grinding hunting
  """)

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

/// Workout logs that are one table, of apps that are used less.
let tableLogCases = [
  SampleCase("repcount/body-weight") { ["RepCount.csv": Array(repCount.utf8)] },
  SampleCase("gymrun/decimal-commas") { ["GymRun.csv": Array(gymRun.utf8)] },
  SampleCase("garmin-sets-csv/dated-by-name") {
    ["Strength_2026-03-02.csv": Array(garminSets.utf8)]
  },
  SampleCase("gravl/efforts-in-words") { ["gravl.csv": Array(gravl.utf8)] },
  SampleCase("gymbook/italian") { ["GymBook.csv": Array(gymBook.utf8)] },
  SampleCase("liftosaur/instants") { ["liftosaur.csv": Array(liftosaur.utf8)] },
  SampleCase("named-columns/club-sheet") { ["sheet.csv": Array(clubSheet.utf8)] },
]

/// A table of no app, which `columns.yaml` beside it describes: tabs, minutes, dates that either way are.
private let clubSheet = """
  Wann\tUhr\tÜbung\tNr #\tWdh\tKilo\tMinuten\tBemerkung
  3/4/2026\t18:00\tKniebeuge\tW\t5\t60\t\t
  3/4/2026\t18:00\tKniebeuge\t1\t5\t102,5\t\t"tief; mit Gürtel"
  3/4/2026\t18:00\tKniebeuge\t2\t4\t225 lb\t\t
  3/4/2026\t18:00\tRudern\t1\t\t\t7,5\t
  3/4/2026\t18:00\tRudern\tRest Timer\t\t\t2\t

  """

/// Loads without a unit, the body's weight likewise.
private let repCount = """
  Workout Start,Workout End,Exercise,Weight,Reps,Notes,Kcal,Distance,Duration,Category,Name,Bodyweight
  2026-03-02 18:00,2026-03-02 19:05,Bench Press,60,8,,,,,Chest,Push day,80
  2026-03-02 18:00,2026-03-02 19:05,Bench Press,65,6,"hard, but done",,,,Chest,Push day,80
  2026-03-02 18:00,2026-03-02 19:05,Pull Up,0,9,,,,,Back,Push day,80

  """

/// The time of each set, a decimal comma, a separator in a note.
private let gymRun = """
  Date;Time;Routine;Exercise;Set;Weight;Reps;Duration;Distance;Para6;Para7;Para8;Para9;Para10;Note;\
  Type;Book;Version1
  02.03.2026;18:00:00;Push;Barbell Flat Bench Press;1;80;10;;;;;;;;;1;1;1
  02.03.2026;18:04:30;Push;Barbell Flat Bench Press;2;82,5;8;;;;;;;;"tight; but done";1;1;1
  05.03.2026;07:15:00;Pull;Pull Up;1;;12;;;;;;;;;1;1;1

  """

/// Only the file's name says the day; each cell says its unit.
private let garminSets = """
  Set,Exercise Name,Time,Rest,Reps,Weight,Volume
  1,BENCH_PRESS,0:45,2:00,8,60 kg,480 kg
  2,BENCH_PRESS,0:44,2:00,8,135 lbs,490 kg
  3,PLANK,1:00,,,,

  """

/// The day and the time of the day in two columns; efforts are words.
private let gravl = """
  Date,Start Date,Workout,Source,Workout Duration (min),Energy,Exercise,Superset,Set,Set Type,Reps,\
  Weight (kg),Distance (km),Set Duration (sec),Incline,Steps,Effort,Workout Notes
  2026/03/02,18:00,Push,Gravl,62,410,Bench Press,,1,Normal,8,80,,,,,Ideal,
  2026/03/02,18:00,Push,Gravl,62,410,Bench Press,,2,Normal,7,82.5,,,,,Ideal,
  2026/03/02,18:00,Push,Gravl,62,410,Treadmill,,1,Normal,,,1.5,600,2,1900,,

  """

/// Cells with their unit, a warm-up, a set that was left out, muscles of no interest.
private let gymBook = """
  Data,Programma,Orario,Esercizio,Zona,Gruppi muscolari (Primari),Gruppi muscolari (Secondari),\
  Set / Set di riscaldamento / Set di defaticamento,Ripetizioni / Tempo,Peso / Distanza,Appunti,\
  Saltato
  02/03/26,"Scheda 4",19:30,"Panca piana",Petto,"Pettorali","Tricipiti",Set di riscaldamento,\
  "10 ripetizioni","40,00 kg",,No
  02/03/26,"Scheda 4",19:33,"Panca piana",Petto,"Pettorali","Tricipiti",Set,"8 ripetizioni",\
  "82,50 kg",,No
  02/03/26,"Scheda 4",19:36,"Panca piana",Petto,"Pettorali","Tricipiti",Set,"8 ripetizioni",\
  "82,50 kg",,Sì
  02/03/26,"Scheda 4",19:40,"Crunch",Addome,"Addominali","Obliqui, Quadricipite",Set,\
  "20 ripetizioni","0,00 kg",,No

  """

/// The instants of the session and of each set, a unit for each row.
private let liftosaur = """
  Workout DateTime,Program,Day Name,Exercise,Is Warmup Set?,Required Reps,Completed Reps,Is AMRAP?,\
  Required RPE,Completed RPE,Log RPE?,Required Weight Value,Required Weight Unit,\
  Completed Weight Value,Completed Weight Unit,Ask Weight?,Completed Reps Time,Target Muscles,\
  Synergist Muscles,Notes
  2026-03-02T17:00:00.000Z,GZCLP,Day 1,Squat,1,5,5,0,,,0,45,lb,45,lb,0,2026-03-02T17:05:52.559Z,\
  "Gluteus Maximus,Quadriceps","Soleus,Hamstrings",
  2026-03-02T17:00:00.000Z,GZCLP,Day 1,Squat,0,3,4,1,,9,1,100,lb,100,lb,0,2026-03-02T17:09:01.000Z,\
  "Gluteus Maximus,Quadriceps","Soleus,Hamstrings",
  2026-03-02T17:00:00.000Z,GZCLP,Day 1,Bench Press,0,10,10,0,,,0,40,kg,40,kg,0,\
  2026-03-02T17:15:00.000Z,"Pectoralis Major",,

  """

/// Workout logs of the apps that are used most, and one beside the recording of a watch.
let workoutLogCases = [
  SampleCase("strong/numbered") { ["strong.csv": Array(strong.utf8)] },
  SampleCase("strong/with-watch") {
    ["strong.csv": Array(strongAtNight.utf8), "watch.fit": FITFile(strengthAroundMidnight).bytes]
  },
  SampleCase("hevy/pounds") { ["workout_data.csv": Array(hevy.utf8)] },
  SampleCase("fitnotes/units") { ["FitNotes_Export.csv": Array(fitNotes.utf8)] },
  SampleCase("fitbod/instants") { ["WorkoutExport.csv": Array(fitbod.utf8)] },
  SampleCase("jefit/sections") { ["PERSONAL_jefit.csv": Array(jefit.utf8)] },
  SampleCase("stronglifts/columns") { ["stronglifts.csv": Array(strongLifts.utf8)] },
]

private let strongNames = """
  "Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";\
  "Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"

  """

/// A note over two lines, a rest that the app timed, a decimal comma.
private let strong =
  strongNames + """
    "1";"2026-03-02 18:00:00";"Upper";"3600";"Bench Press (Barbell)";"W";"40.0";"10";"";"";"";"";""
    "1";"2026-03-02 18:00:00";"Upper";"3600";"Bench Press (Barbell)";"1";"82,5";"5";"8,5";"";"";"belt; on
    the ""second"" hole";""
    "1";"2026-03-02 18:00:00";"Upper";"3600";"Bench Press (Barbell)";"Rest Timer";"";"";"";"";"120";"";""
    "1";"2026-03-02 18:00:00";"Upper";"3600";"Plank";"1";"";"";"";"";"60";"";""
    "2";"2026-03-04 18:00:00";"Lower";"1800";"Sled Push";"1";"80.0";"";"";"20.0";"";"";""

    """

/// Five minutes after the watch was started.
private let strongAtNight =
  strongNames + """
    "3";"2026-03-05 23:35:00";"Night";"3000";"Squat (Barbell)";"1";"100.0";"5";"";"";"";"";""
    "3";"2026-03-05 23:35:00";"Night";"3000";"Squat (Barbell)";"2";"100.0";"5";"";"";"";"";""

    """

/// Months in French, pounds and miles; a set without a load.
private let hevy = """
  "title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",\
  "set_index","set_type","weight_lbs","reps","distance_miles","duration_seconds","rpe"
  "Jambes","2 mars 2026, 18:00","2 mars 2026, 19:05","","Squat (Barre)",,"",0,"warmup",135,5,,,
  "Jambes","2 mars 2026, 18:00","2 mars 2026, 19:05","","Squat (Barre)",,"",1,"normal",225,5,,,8
  "Jambes","2 mars 2026, 18:00","2 mars 2026, 19:05","","Traction",0,"",0,"failure",,8,,,10
  "Jambes","2 mars 2026, 18:00","2 mars 2026, 19:05","","Vélo",,"",0,"normal",,,3.1,600,

  """

/// Days without times, a row that is a repeat, units by row.
private let fitNotes = """
  Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
  2026-03-04,Flat Barbell Bench Press,Chest,100.0,kgs,5,,,,
  2026-03-04,Flat Barbell Bench Press,Chest,100.0,kgs,5,,,,"Felt strong"
  2026-03-04,Deadlift,Back,315.0,lbs,3,,,,
  2026-03-05,Rowing Machine,Cardio,,,,2.0,km,0:08:30,

  """

/// Instants of sets.
private let fitbod = """
  Date,Exercise,Reps,Weight(kg),Duration(s),Distance(m),Incline,Resistance,isWarmup,Note,multiplier
  2026-03-04 17:02:51 +0000,Back Squat,5,60.0,0.0,0.0,0.0,0.0,true,,1.0
  2026-03-04 17:06:20 +0000,Back Squat,5,100.5,0.0,0.0,0.0,0.0,false,Good form,1.0
  2026-03-04 17:20:00 +0000,Treadmill,0,0,600.0,1500.0,1.0,0.0,false,,0.0

  """

/// A column whose name is misspelt, a set on the body's weight, and one that is none.
private let jefit = """
  ### SETTING ##########################################

  row_id,USERID,TIMESTAMP,gender,mass
  1,1,"2026-01-01 00:00:00",M," kg"

  ######################################################

  ### WORKOUT SESSIONS ###################################

  _id,mydate,starttime,starttimie,total_time
  1000,2026-03-02,,1772470800,3600

  ######################################################

  ### EXERCISE LOGS ####################################

  USERID,TIMESTAMP,belongSys,logs,_id,record,mydate,eid,ename,day_item_id,belongsession,logTime
  1,"2026-03-02 00:00:00",1,"60x10,65x8,bad",1,86.67,2026-03-02,21,"Barbell Bench Press",1,1000,0
  1,"2026-03-02 00:00:00",1,"0x12",2,0,2026-03-02,30,"Pull Up",2,1000,0

  ######################################################

  """

/// Columns for each set; a set of no repetitions failed.
private let strongLifts = """
  Date (yyyy/mm/dd),Workout Name,Exercise,Set 1 (Reps),Set 1 (KG),Set 2 (Reps),Set 2 (KG),\
  Set 3 (Reps),Set 3 (KG),Note
  2026/03/02,Workout A,Squat,5,60,5,60,0,60,Easy
  2026/03/02,Workout A,Bench press,5,40,4,40,,,

  """

/// Workout logs in JSON.
let documentLogCases = [
  SampleCase("wger/page") { ["workoutlog.json": Array(wger.utf8)] },
  SampleCase("bulktrack/sets") { ["sets.json": Array(bulkTrack.utf8)] },
  SampleCase("progression/sessions") { ["fws.json": Array(progression.utf8)] },
  SampleCase("openweight/workouts") { ["workouts.json": Array(openWeight.utf8)] },
]

/// Repetitions, seconds and a load of the body's weight, by the numbers of wger's tables of units.
private let wger = """
  {"count":3,"next":null,"previous":null,"results":[
  {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","date":"2026-03-04T18:05:00+01:00","session":1,\
  "exercise":73,"routine":null,"repetitions_unit":1,"repetitions":"5.00","weight_unit":2,\
  "weight":"225.00","rir":"2.0","rest":120},
  {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3302","date":"2026-03-04T18:09:00+01:00","session":1,\
  "exercise":73,"routine":null,"repetitions_unit":2,"repetitions":"7.00","weight_unit":1,\
  "weight":"80.00","rir":null,"rest":null},
  {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3303","date":"2026-03-04T18:15:00+01:00","session":1,\
  "exercise":458,"routine":null,"repetitions_unit":3,"repetitions":"60.00","weight_unit":3,\
  "weight":"0.00","rir":null,"rest":null}
  ]}

  """

/// Loads without a unit; exercises are identifiers.
private let bulkTrack = """
  [{"id":"0196f7a0-0000-7000-8000-000000000001",\
  "exerciseId":"437c3738-b98d-4647-badf-2800da6653e8","setNumber":1,"weight":100,"reps":5,\
  "rpe":8.5,"restSec":180,"notes":null,"performedAt":"2026-03-04T17:15:00Z"},
  {"id":"0196f7a0-0000-7000-8000-000000000002",\
  "exerciseId":"437c3738-b98d-4647-badf-2800da6653e8","setNumber":2,"weight":100,"reps":4,\
  "rpe":9,"restSec":180,"notes":null,"performedAt":"2026-03-04T17:20:00Z"}]

  """

/// Milliseconds since 1970; loads without a unit.
private let progression = """
  [{"startTime":1772470800000,"activities":[{"name":"Bench Press","performance":{"completedSets":[\
  {"reps":5,"weight":80.0},{"reps":5,"weight":82.5}]}},
  {"name":"Pull Up","performance":{"completedSets":[{"reps":9,"weight":0}]}}]}]

  """

/// Exercises in the order that they state, kilograms and pounds, feet, and sets without a load.
private let openWeight = """
  [{"date":"2026-03-02T18:00:00+01:00","name":"Upper","durationSeconds":3600,"exercises":[
  {"exercise":{"name":"Farmer's Walk"},"order":2,"sets":[
  {"weight":40,"unit":"kg","distance":300,"distanceUnit":"ft","type":"working"}]},
  {"exercise":{"name":"Bench Press","equipment":"barbell"},"order":1,"sets":[
  {"reps":10,"weight":45,"unit":"lb","type":"warmup"},
  {"reps":5,"weight":82.5,"unit":"kg","rpe":8.5,"restSeconds":180,"tempo":"3-1-X-0"}]}]},
  {"date":"2026-03-05","exercises":[{"exercise":{"name":"Plank"},"order":1,"sets":[
  {"durationSeconds":60,"rir":1},{"durationSeconds":45,"toFailure":true}]}]}]

  """

/// Workout logs that are more than one table.
let textLogCases = [
  SampleCase("strengthlog/profile") { ["strengthlog.csv": Array(strengthLog.utf8)] },
  SampleCase("stronglifts-legacy/row-per-workout") {
    ["stronglifts.csv": Array(strongLiftsLegacy.utf8)]
  },
  SampleCase("gymaholic/year-by-name") { ["Push Day 2026.csv": Array(gymaholic.utf8)] },
  SampleCase("alpha-progression/blocks") { ["AlphaProgression.csv": Array(alpha.utf8)] },
]

/// A profile with an address, sets as names and values in turn.
private let strengthLog = """
  Name,Language,Sex,Age,Email
  Sam Lifter,en,Male,1991-01-01,sam@example.com
  Workouts
  Name,Date,Body weight,Shape,Sleep,Calories,Stress
  Wednesday: Squat & Push-Up,2026-03-04,79.2,-1,-1,-1,-1
  "Exercise, Squat",Set,1,reps,5,weight,60,warmup,1
  "Exercise, Squat",Set,2,reps,5,weight,100,rpe,8
  "Exercise, Push-Up",Set,1,reps,25,bodyweight,79.2,extraWeight,0
  "Exercise, Rowing Machine",Set,1,time,00:05:00,distanceMeter,1200,time-per-500,2:05

  """

/// Headings that stand twice, a set that failed, an exercise without a load.
private let strongLiftsLegacy = """
  Date,Note,Workout,Body Weight,Exercise 1,Weight (KG),Weight (LB),Set 1,Set 2,Set 3,Set 4,Set 5,\
  Exercise 2,Weight (KG),Weight (LB),Set 1,Set 2,Set 3,Set 4,Set 5
  04/03/2026,"",B,84KG,Squat,62.5,140,5,5,5,,,Overhead press,30,65,5,5,,,
  16/03/2026,"",A,84KG,Squat,65,145,5,4,0,,,Push up,,,12,,,,

  """

/// A date without a year, and loads with their unit.
private let gymaholic = """
  ;-----------------
  ;Push Day
  ;-----------------
  ;Date;Jan 14., 06:04
  ;Duration;1h:28m
  ;KCAL;512
  ;Heart rate;116 bpm
  #;Bench Press;REPS;TIME
  W;;45 lbs x 10;
  1;;95 lbs x 5;
  #;Dips;REPS;TIME
  1;; x 8;

  """

/// Warm-ups beside the exercise, loads that come to the body's weight.
private let alpha = """
  "Legs · Day 2 · Week 4 · Push-Pull-Legs";"2026-02-19 4:54 h";"1:02 hr"
  "1. Hack Squats · Machine · 8 reps";"WU1 · 37,5 kg · 9 reps<br>WU2 · 72,5 kg · 7 reps"
  #;KG;REPS;RIR
  1;115;8;1
  2;102,5;6;0,5
  "2. Hyperextensions · Bodyweight · 10 reps · 2 dropsets"
  #;KG;REPS;RIR
  1;+35;10;0
  2;+0;12;0

  """

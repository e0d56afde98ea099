let recordsSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Records of the lightchallenge profile; without an address there is no user_id",
    "type": "array",
    "items": {
      "oneOf": [
        { "$ref": "#/$defs/steps" },
        { "$ref": "#/$defs/travelSessions" },
        { "$ref": "#/$defs/hikeSessions" },
        { "$ref": "#/$defs/stationarySessions" },
        { "$ref": "#/$defs/energy" },
        { "$ref": "#/$defs/exerciseTime" },
        { "$ref": "#/$defs/heartRate" },
        { "$ref": "#/$defs/flights" }
      ]
    },
    "$defs": {
      "userId": { "type": "string", "pattern": "^0x[0-9a-f]{64}$" },
      "amount": { "description": "Zeros are not sent.", "type": "number", "exclusiveMinimum": 0 },
      "steps": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_steps:[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "const": "steps" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "const": 86400 },
          "source_device": { "const": "Daymark" },
          "steps": { "type": "integer", "minimum": 1 }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "steps"
        ],
        "additionalProperties": false
      },
      "travelSessions": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_(cycle|swim|run|walk_workout|rowing):[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "enum": ["cycle", "swim", "run", "walk", "rowing"] },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "type": "integer", "minimum": 0 },
          "source_device": { "const": "Daymark" },
          "distance_m": { "$ref": "#/$defs/amount" },
          "calories": { "$ref": "#/$defs/amount" },
          "sessions": { "type": "integer", "minimum": 1 }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "sessions"
        ],
        "additionalProperties": false
      },
      "hikeSessions": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": { "type": "string", "pattern": "^hk_hike:[0-9]{4}-[0-9]{2}-[0-9]{2}$" },
          "type": { "const": "hike" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "type": "integer", "minimum": 0 },
          "source_device": { "const": "Daymark" },
          "distance_m": { "$ref": "#/$defs/amount" },
          "calories": { "$ref": "#/$defs/amount" },
          "sessions": { "type": "integer", "minimum": 1 },
          "elev_gain_m": { "$ref": "#/$defs/amount" }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "sessions"
        ],
        "additionalProperties": false
      },
      "stationarySessions": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_(strength|yoga|hiit):[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "enum": ["strength", "yoga", "hiit"] },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "type": "integer", "minimum": 0 },
          "source_device": { "const": "Daymark" },
          "calories": { "$ref": "#/$defs/amount" },
          "sessions": { "type": "integer", "minimum": 1 }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "sessions"
        ],
        "additionalProperties": false
      },
      "energy": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_energy:[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "const": "calories" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "const": 86400 },
          "source_device": { "const": "Daymark" },
          "calories": { "$ref": "#/$defs/amount" }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "calories"
        ],
        "additionalProperties": false
      },
      "exerciseTime": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_exercise_time:[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "const": "exercise_time" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "const": 86400 },
          "source_device": { "const": "Daymark" },
          "exercise_minutes": { "$ref": "#/$defs/amount" }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "exercise_minutes"
        ],
        "additionalProperties": false
      },
      "heartRate": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": { "type": "string", "pattern": "^hk_hr:[0-9]{4}-[0-9]{2}-[0-9]{2}$" },
          "type": { "const": "steps" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "const": 86400 },
          "source_device": { "const": "Daymark" },
          "avg_hr_bpm": { "$ref": "#/$defs/amount" },
          "max_hr_bpm": { "$ref": "#/$defs/amount" }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "avg_hr_bpm"
        ],
        "additionalProperties": false
      },
      "flights": {
        "type": "object",
        "properties": {
          "provider": { "const": "apple_health" },
          "user_id": { "$ref": "#/$defs/userId" },
          "activity_id": {
            "type": "string",
            "pattern": "^hk_flights:[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "type": { "const": "hike" },
          "start_ts": { "type": "integer" },
          "end_ts": { "type": "integer" },
          "duration_s": { "const": 86400 },
          "source_device": { "const": "Daymark" },
          "elev_gain_m": { "$ref": "#/$defs/amount" }
        },
        "required": [
          "provider", "activity_id", "type", "start_ts", "end_ts", "duration_s",
          "source_device", "elev_gain_m"
        ],
        "additionalProperties": false
      }
    }
  }

  """#

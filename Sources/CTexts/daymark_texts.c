#include "daymark_texts.h"

// Clang has #embed whatever the standard; C23 is the first that has it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char limits_yaml[] = {
#embed "../Configuration/Limits/limits.yaml" suffix(, 0)
};

const char *daymark_limits_yaml(void) { return (const char *)limits_yaml; }

static const unsigned char exercises_tsv[] = {
#embed "../Configuration/Strength/exercises.tsv" suffix(, 0)
};

const char *daymark_exercises_tsv(void) { return (const char *)exercises_tsv; }

static const unsigned char aliases_tsv[] = {
#embed "../Configuration/Strength/aliases.tsv" suffix(, 0)
};

const char *daymark_aliases_tsv(void) { return (const char *)aliases_tsv; }

static const unsigned char muscles_tsv[] = {
#embed "../Configuration/Strength/muscles.tsv" suffix(, 0)
};

const char *daymark_muscles_tsv(void) { return (const char *)muscles_tsv; }

static const unsigned char bodyweight_tsv[] = {
#embed "../Configuration/Strength/bodyweight.tsv" suffix(, 0)
};

const char *daymark_bodyweight_tsv(void) { return (const char *)bodyweight_tsv; }

static const unsigned char landmarks_tsv[] = {
#embed "../Configuration/Strength/landmarks.tsv" suffix(, 0)
};

const char *daymark_landmarks_tsv(void) { return (const char *)landmarks_tsv; }

static const unsigned char challenge_mustache[] = {
#embed "../Report/Templates/challenge.mustache" suffix(, 0)
};

const char *daymark_challenge_mustache(void) { return (const char *)challenge_mustache; }

static const unsigned char subject_mustache[] = {
#embed "../Report/Templates/subject.mustache" suffix(, 0)
};

const char *daymark_subject_mustache(void) { return (const char *)subject_mustache; }

static const unsigned char card_mustache[] = {
#embed "../Report/Templates/card.mustache" suffix(, 0)
};

const char *daymark_card_mustache(void) { return (const char *)card_mustache; }

static const unsigned char programme_mustache[] = {
#embed "../Report/Templates/programme.mustache" suffix(, 0)
};

const char *daymark_programme_mustache(void) { return (const char *)programme_mustache; }

static const unsigned char rewards_mustache[] = {
#embed "../Report/Templates/rewards.mustache" suffix(, 0)
};

const char *daymark_rewards_mustache(void) { return (const char *)rewards_mustache; }

static const unsigned char preview_mustache[] = {
#embed "../Report/Templates/preview.mustache" suffix(, 0)
};

const char *daymark_preview_mustache(void) { return (const char *)preview_mustache; }

static const unsigned char letter_mustache[] = {
#embed "../Report/Templates/letter.mustache" suffix(, 0)
};

const char *daymark_letter_mustache(void) { return (const char *)letter_mustache; }

static const unsigned char report_css[] = {
#embed "../Report/Templates/report.css" suffix(, 0)
};

const char *daymark_report_css(void) { return (const char *)report_css; }

static const unsigned char definitions_json[] = {
#embed "../Documents/Schemas/definitions.json" suffix(, 0)
};

const char *daymark_definitions_json(void) { return (const char *)definitions_json; }

static const unsigned char records_schema_json[] = {
#embed "../Documents/Schemas/records.schema.json" suffix(, 0)
};

const char *daymark_records_schema_json(void) { return (const char *)records_schema_json; }

static const unsigned char health_app_names_tsv[] = {
#embed "../Ingest/Formats/Apple/health-app-names.tsv" suffix(, 0)
};

const char *daymark_health_app_names_tsv(void) { return (const char *)health_app_names_tsv; }

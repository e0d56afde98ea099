// The files that are built into the program, which lie in the folders of the modules that read them.
//
// Swift compiles a literal of a hundred thousand bytes for half a minute, and clang embeds them at once.

#ifndef DAYMARK_TEXTS_H
#define DAYMARK_TEXTS_H

// Each is UTF-8 without a NUL, ends with one, and lasts as long as the program.

/// The limits of quality that come with the program.
const char *_Nonnull daymark_limits_yaml(void);
/// The exercises, with their muscles.
const char *_Nonnull daymark_exercises_tsv(void);
/// The names that apps use for exercises.
const char *_Nonnull daymark_aliases_tsv(void);
/// The muscles and their groups.
const char *_Nonnull daymark_muscles_tsv(void);
/// The share of a body's weight that exercises move.
const char *_Nonnull daymark_bodyweight_tsv(void);
/// The weekly sets that muscles are compared with.
const char *_Nonnull daymark_landmarks_tsv(void);
/// The template of a challenge's page.
const char *_Nonnull daymark_challenge_mustache(void);
/// The template of a subject's page.
const char *_Nonnull daymark_subject_mustache(void);
/// The template of a letter to a participant.
const char *_Nonnull daymark_letter_mustache(void);
/// The template of a card to share.
const char *_Nonnull daymark_card_mustache(void);
/// The template of a programme's page.
const char *_Nonnull daymark_programme_mustache(void);
/// The template of a subject's page of a programme.
const char *_Nonnull daymark_rewards_mustache(void);
/// The template of a rule's page.
const char *_Nonnull daymark_preview_mustache(void);
/// The stylesheet of all pages.
const char *_Nonnull daymark_report_css(void);
/// The definitions of texts and numbers that schemas share.
const char *_Nonnull daymark_definitions_json(void);
/// The schema of the records that an intake takes.
const char *_Nonnull daymark_records_schema_json(void);
/// What Apple's Health app is called, by language.
const char *_Nonnull daymark_health_app_names_tsv(void);

#endif

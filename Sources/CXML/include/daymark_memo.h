#pragma once

#include <stddef.h>
#include <stdint.h>

// A small memory of numbers that texts were found to have. It forgets a text when another takes its place.
typedef struct daymark_memo daymark_memo;

// NULL when memory is short.
daymark_memo *daymark_memo_create(void);

void daymark_memo_free(daymark_memo *memo);

// The number kept with a text of two parts, either of which may be empty; -1 when there is none.
int32_t daymark_memo_find(
    const daymark_memo *memo, const uint8_t *first, size_t first_size, const uint8_t *second,
    size_t second_size);

// Keeps a number, which is not negative, with a text, unless that is long.
void daymark_memo_keep(
    daymark_memo *memo, const uint8_t *first, size_t first_size, const uint8_t *second,
    size_t second_size, int32_t number);

// SPDX-License-Identifier: Apache-2.0
/* A hash table with open addressing. */
#include "numbers.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 32, KEPT_CAPACITY = 1024 };

struct nc_number {
    const void *object; /* NULL: free */
    uint32_t number;
};

void nc_numbers_free(struct nc_numbers *numbers)
{
    free(numbers->entries);
    *numbers = (struct nc_numbers){0};
}

void nc_numbers_clear(struct nc_numbers *numbers)
{
    if (numbers->capacity > KEPT_CAPACITY) {
        nc_numbers_free(numbers);
    } else if (numbers->count > 0) {
        memset(numbers->entries, 0, numbers->capacity * sizeof *numbers->entries);
    }
    numbers->count = 0;
    numbers->next = 0;
}

static struct nc_number *slot(struct nc_number *entries, size_t capacity, const void *object)
{
    size_t at = (size_t)(((uintptr_t)object >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);
    while (entries[at].object != NULL && entries[at].object != object) {
        at = (at + 1) & (capacity - 1);
    }
    return &entries[at];
}

static bool grow(struct nc_numbers *numbers)
{
    size_t capacity = numbers->capacity == 0 ? FIRST_CAPACITY : 2 * numbers->capacity;
    struct nc_number *entries = calloc(capacity, sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    for (size_t i = 0; i < numbers->capacity; i++) {
        if (numbers->entries[i].object != NULL) {
            *slot(entries, capacity, numbers->entries[i].object) = numbers->entries[i];
        }
    }
    free(numbers->entries);
    numbers->entries = entries;
    numbers->capacity = capacity;
    return true;
}

int64_t nc_numbers_find_or_add(struct nc_numbers *numbers, const void *object)
{
    if (2 * (numbers->count + 1) > numbers->capacity && !grow(numbers)) {
        return -2;
    }
    struct nc_number *found = slot(numbers->entries, numbers->capacity, object);
    if (found->object != NULL) {
        return found->number;
    }
    *found = (struct nc_number){.object = object, .number = numbers->next++};
    numbers->count++;
    return -1;
}

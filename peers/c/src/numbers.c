// SPDX-License-Identifier: Apache-2.0
/* A hash table with open addressing, at most half full. */
#include "numbers.h"

#include <stdlib.h>

struct entry {
    const void *object; /* NULL: free */
    uint32_t number;
};

struct nc_numbers {
    struct entry *entries;
    size_t capacity; /* a power of two */
    uint32_t count;
};

struct nc_numbers *nc_numbers_new(void)
{
    struct nc_numbers *numbers = calloc(1, sizeof *numbers);
    if (numbers != NULL) {
        numbers->capacity = 32;
        numbers->entries = calloc(numbers->capacity, sizeof *numbers->entries);
        if (numbers->entries == NULL) {
            free(numbers);
            return NULL;
        }
    }
    return numbers;
}

void nc_numbers_free(struct nc_numbers *numbers)
{
    if (numbers != NULL) {
        free(numbers->entries);
        free(numbers);
    }
}

static struct entry *slot(struct entry *entries, size_t capacity, const void *object)
{
    size_t at = (size_t)(((uintptr_t)object >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);
    while (entries[at].object != NULL && entries[at].object != object) {
        at = (at + 1) & (capacity - 1);
    }
    return &entries[at];
}

static bool grow(struct nc_numbers *numbers)
{
    size_t capacity = 2 * numbers->capacity;
    struct entry *entries = calloc(capacity, sizeof *entries);
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
    struct entry *found = slot(numbers->entries, numbers->capacity, object);
    if (found->object != NULL) {
        return found->number;
    }
    if (2 * ((size_t)numbers->count + 1) > numbers->capacity) {
        if (!grow(numbers)) {
            return -2;
        }
        found = slot(numbers->entries, numbers->capacity, object);
    }
    *found = (struct entry){.object = object, .number = numbers->count++};
    return -1;
}

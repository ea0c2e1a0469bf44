// SPDX-License-Identifier: Apache-2.0
/* Chains, of one entry on average. */
#include "id_table.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

/* The finalizer of MurmurHash3, over a key that the seed has changed. */
static size_t bucket_of(const struct nc_id_table *table, uint64_t key)
{
    uint64_t hash = key + table->seed;
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return (size_t)(hash ^ hash >> 33) & (table->capacity - 1);
}

struct nc_id_entry *nc_id_find(const struct nc_id_table *table, uint64_t key)
{
    struct nc_id_entry *entry = table->capacity == 0 ? NULL : table->buckets[bucket_of(table, key)];
    while (entry != NULL && entry->key != key) {
        entry = entry->next;
    }
    return entry;
}

static bool grow(struct nc_id_table *table)
{
    size_t capacity = NC_MAX((size_t)FIRST_CAPACITY, 2 * table->capacity);
    struct nc_id_entry **buckets = calloc(capacity, sizeof(struct nc_id_entry *));
    if (buckets == NULL) {
        return table->capacity > 0; /* longer chains do, too */
    }
    struct nc_id_table grown = {.buckets = buckets, .capacity = capacity, .count = table->count, .seed = table->seed};
    for (size_t i = 0; i < table->capacity; i++) {
        while (table->buckets[i] != NULL) {
            struct nc_id_entry *entry = table->buckets[i];
            struct nc_id_entry **bucket = &buckets[bucket_of(&grown, entry->key)];
            table->buckets[i] = entry->next;
            entry->next = *bucket;
            *bucket = entry;
        }
    }
    free(table->buckets);
    *table = grown;
    return true;
}

bool nc_id_add(struct nc_id_table *table, struct nc_id_entry *entry)
{
    if (table->count >= table->capacity && !grow(table)) {
        return false;
    }
    struct nc_id_entry **bucket = &table->buckets[bucket_of(table, entry->key)];
    entry->next = *bucket;
    *bucket = entry;
    table->count++;
    return true;
}

void nc_id_remove(struct nc_id_table *table, struct nc_id_entry *entry)
{
    struct nc_id_entry **at = &table->buckets[bucket_of(table, entry->key)];
    while (*at != entry) {
        at = &(*at)->next;
    }
    *at = entry->next;
    table->count--;
}

struct nc_id_entry *nc_id_next(const struct nc_id_table *table, const struct nc_id_entry *entry)
{
    struct nc_id_entry *next = entry == NULL ? NULL : entry->next;
    size_t bucket = entry == NULL ? 0 : bucket_of(table, entry->key) + 1;
    while (next == NULL && bucket < table->capacity) {
        next = table->buckets[bucket++];
    }
    return next;
}

void nc_id_free(struct nc_id_table *table)
{
    free(table->buckets);
    *table = (struct nc_id_table){0};
}

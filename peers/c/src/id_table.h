// SPDX-License-Identifier: Apache-2.0
/* A hash table of entries that are parts of other structures. It grows, and a peer that chooses keys cannot foresee its chains. */
#ifndef NC_ID_TABLE_H
#define NC_ID_TABLE_H

#include "base.h"

struct nc_id_entry {
    struct nc_id_entry *next;
    uint64_t key;
};

struct nc_id_table {
    struct nc_id_entry **buckets;
    size_t capacity; /* 0, or a power of two */
    size_t count;
    uint64_t seed; /* of the hash: random */
};

/* The entry of a key, or NULL. */
struct nc_id_entry *nc_id_find(const struct nc_id_table *table, uint64_t key);

/* Adds an entry whose key the table does not have. Returns false if memory has run out. */
bool nc_id_add(struct nc_id_table *table, struct nc_id_entry *entry);
void nc_id_remove(struct nc_id_table *table, struct nc_id_entry *entry);

/* The entry behind another one in some order, or the first one behind NULL. What is not removed keeps its place. */
struct nc_id_entry *nc_id_next(const struct nc_id_table *table, const struct nc_id_entry *entry);

/* Frees the table, and none of its entries. */
void nc_id_free(struct nc_id_table *table);

#endif

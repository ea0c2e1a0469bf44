// SPDX-License-Identifier: Apache-2.0
/* Memory that is freed at once. */
#ifndef NC_ARENA_H
#define NC_ARENA_H

#include "base.h"

struct nc_arena_block;

struct nc_arena {
    struct nc_arena_block *blocks;
    size_t used; /* of the newest block */
    bool exhausted; /* memory has run out once */
};

/* Memory that is zero, aligned for any object. NULL if memory has run out. */
void *nc_arena_alloc(struct nc_arena *arena, size_t length);

void nc_arena_free(struct nc_arena *arena);

/* The same, but for a block of moderate size, which what is made next uses. */
void nc_arena_empty(struct nc_arena *arena);

static inline void nc_arena_reset(struct nc_arena *arena)
{
    if (arena->used > 0 || arena->exhausted) {
        nc_arena_empty(arena);
    }
}

#endif

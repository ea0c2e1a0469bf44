// SPDX-License-Identifier: Apache-2.0
/* Blocks that double in size. */
#include "arena.h"

#include <stdlib.h>

enum { ALIGNMENT = 16, FIRST_BLOCK = 1024, LARGEST_BLOCK = 64 * 1024 };

struct nc_arena_block {
    struct nc_arena_block *next;
    size_t capacity;
    max_align_t data[];
};

void *nc_arena_alloc(struct nc_arena *arena, size_t length)
{
    if (length > SIZE_MAX / 2) {
        arena->exhausted = true;
        return NULL;
    }
    length = (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct nc_arena_block *block = arena->blocks;
    if (block == NULL || block->capacity - arena->used < length) {
        size_t capacity = block == NULL ? FIRST_BLOCK : NC_MIN(2 * block->capacity, (size_t)LARGEST_BLOCK);
        capacity = NC_MAX(capacity, length);
        struct nc_arena_block *grown = malloc(sizeof *grown + capacity);
        if (grown == NULL) {
            arena->exhausted = true;
            return NULL;
        }
        grown->next = block;
        grown->capacity = capacity;
        arena->blocks = block = grown;
        arena->used = 0;
    }
    void *at = (uint8_t *)block->data + arena->used;
    arena->used += length;
    memset(at, 0, length);
    return at;
}

void nc_arena_free(struct nc_arena *arena)
{
    while (arena->blocks != NULL) {
        struct nc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
    arena->used = 0;
}

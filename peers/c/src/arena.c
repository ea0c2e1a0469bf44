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

static void free_blocks(struct nc_arena_block *block)
{
    while (block != NULL) {
        struct nc_arena_block *next = block->next;
        free(block);
        block = next;
    }
}

void nc_arena_free(struct nc_arena *arena)
{
    free_blocks(arena->blocks);
    *arena = (struct nc_arena){0};
}

void nc_arena_empty(struct nc_arena *arena)
{
    struct nc_arena_block *kept = arena->blocks;
    if (kept == NULL || kept->capacity > LARGEST_BLOCK) {
        nc_arena_free(arena);
        return;
    }
    free_blocks(kept->next);
    kept->next = NULL;
    *arena = (struct nc_arena){.blocks = kept};
}

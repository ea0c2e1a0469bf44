// SPDX-License-Identifier: Apache-2.0
/* mutated_test [N]: changes the seeds of each decoder at random, N times (20,000 if left out). fuzz/README.md has more. */
#include "decoders.h"

#include "check.h"

enum { SEEDS_MAX = 1024, ADDED_MAX = 64, CHANGES_MAX = 6 };

struct seed {
    uint8_t *bytes;
    size_t length;
};

static struct seed seeds[SEEDS_MAX];
static size_t seed_count;

static void keep_seed(void *context, const uint8_t *data, size_t length)
{
    (void)context;
    CHECK(seed_count < SEEDS_MAX);
    uint8_t *copy = malloc(length + 1);
    CHECK(copy != NULL);
    memcpy(copy, data, length);
    seeds[seed_count++] = (struct seed){copy, length};
}

/* Changes bytes in room, which has ADDED_MAX bytes more than the length. Returns the new length. */
static size_t change(uint8_t *bytes, size_t length, size_t capacity)
{
    static const uint8_t telling[] = {0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff};
    size_t at = length == 0 ? 0 : random_below((uint32_t)length);
    const struct seed *other = &seeds[random_below((uint32_t)seed_count)];
    switch (length == 0 ? 3 : random_below(6)) {
    case 0:
        bytes[at] ^= (uint8_t)(1 << random_below(8));
        return length;
    case 1:
        bytes[at] = telling[random_below(sizeof telling)];
        return length;
    case 2: /* a piece is left out */
    {
        size_t count = 1 + random_below((uint32_t)(length - at));
        memmove(bytes + at, bytes + at + count, length - at - count);
        return length - count;
    }
    case 3: /* a piece comes in */
    {
        size_t count = 1 + random_below(4);
        if (length + count > capacity) {
            return length;
        }
        memmove(bytes + at + count, bytes + at, length - at);
        for (size_t i = 0; i < count; i++) {
            bytes[at + i] = (uint8_t)random_below(256);
        }
        return length + count;
    }
    case 4: /* the end of another seed */
    {
        size_t from = other->length == 0 ? 0 : random_below((uint32_t)other->length);
        size_t count = other->length - from;
        count = count < capacity - at ? count : capacity - at;
        memcpy(bytes + at, other->bytes + from, count);
        return at + count;
    }
    default:
        return at; /* cut */
    }
}

static void decode_changed(const struct decoder *decoder, const struct seed *seed, unsigned changes)
{
    size_t capacity = seed->length + ADDED_MAX;
    uint8_t *room = malloc(capacity);
    CHECK(room != NULL);
    memcpy(room, seed->bytes, seed->length);
    size_t length = seed->length;
    for (unsigned i = 0; i < changes; i++) {
        length = change(room, length, capacity);
    }
    uint8_t *input = malloc(length == 0 ? 1 : length); /* with nothing behind it */
    CHECK(input != NULL);
    memcpy(input, room, length);
    free(room);
    decoder->decode(input, length);
    free(input);
}

int main(int count, char **arguments)
{
    unsigned long runs = count > 1 ? strtoul(arguments[1], NULL, 10) : 20000;
    decoders_open();
    for (size_t i = 0; i < decoder_count; i++) {
        decoders_seeds(&decoders[i], keep_seed, NULL);
        for (size_t n = 0; n < seed_count; n++) {
            decode_changed(&decoders[i], &seeds[n], 0);
        }
        for (unsigned long n = 0; n < runs; n++) {
            decode_changed(&decoders[i], &seeds[random_below((uint32_t)seed_count)], 1 + random_below(CHANGES_MAX));
        }
        printf("ok %s: %zu seeds, changed %lu times\n", decoders[i].name, seed_count, runs);
        fflush(stdout);
        while (seed_count > 0) {
            free(seeds[--seed_count].bytes);
        }
    }
    decoders_close();
    return 0;
}

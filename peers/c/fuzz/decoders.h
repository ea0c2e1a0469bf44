// SPDX-License-Identifier: Apache-2.0
/* What a fuzzer calls. */
#ifndef NC_DECODERS_H
#define NC_DECODERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct decoder {
    const char *name;
    void (*decode)(const uint8_t *data, size_t length); /* data: with nothing readable behind it */
    const char *const *files; /* of docs/vectors that have seeds, up to NULL */
};

extern const struct decoder decoders[];
extern const size_t decoder_count;

/* Before the first input. */
void decoders_open(void);
/* Behind the last one. */
void decoders_close(void);

/* Calls back with each seed of a decoder. */
void decoders_seeds(const struct decoder *decoder, void (*seed)(void *context, const uint8_t *data, size_t length),
                    void *context);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
/* The entries of libFuzzer. $DECODER names the decoder, and $CORPUS the directory into which its seeds are written first. */
#include "decoders.h"

#include "check.h"

static const struct decoder *decoder;

static void write_seed(void *context, const uint8_t *data, size_t length)
{
    static unsigned number;
    char path[500];
    snprintf(path, sizeof path, "%s/seed-%u", (const char *)context, number++);
    FILE *file = fopen(path, "w");
    CHECK_SAYING(file != NULL, "%s", path);
    CHECK(fwrite(data, 1, length, file) == length);
    CHECK(fclose(file) == 0);
}

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    const char *name = getenv("DECODER");
    char *corpus = getenv("CORPUS");
    for (size_t i = 0; name != NULL && i < decoder_count; i++) {
        if (strcmp(decoders[i].name, name) == 0) {
            decoder = &decoders[i];
        }
    }
    CHECK_SAYING(decoder != NULL, "DECODER is no name of a decoder: see decoders.c");
    decoders_open();
    if (corpus != NULL) {
        decoders_seeds(decoder, write_seed, corpus);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    decoder->decode(data, length);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
/* Reads docs/vectors: an entry is a name, " = " and hexadecimal digits; lines that begin with a space go on with it. */
#ifndef NC_VECTORS_H
#define NC_VECTORS_H

#include "check.h"

#include <ctype.h>
#include <stdint.h>

enum { VECTORS_MAX = 512, VECTOR_BYTES_MAX = 8192 };

struct vector {
    char name[200];
    uint8_t *bytes;
    size_t length;
};

static struct vector vectors[VECTORS_MAX];
static size_t vector_count;

static inline int digit_value(char digit)
{
    return digit <= '9' ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

static inline void append_digits(struct vector *vector, const char *text)
{
    int high = -1;
    for (; *text != 0 && *text != '#'; text++) {
        if (!isxdigit((unsigned char)*text)) {
            continue;
        }
        if (high < 0) {
            high = digit_value(*text);
        } else {
            CHECK(vector->length < VECTOR_BYTES_MAX);
            vector->bytes[vector->length++] = (uint8_t)(high << 4 | digit_value(*text));
            high = -1;
        }
    }
    CHECK(high < 0);
}

static inline void read_vectors(const char *file)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s", VECTORS, file);
    FILE *in = fopen(path, "r");
    CHECK_SAYING(in != NULL, "%s", path);
    char *line = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < vector_count; i++) {
        free(vectors[i].bytes);
    }
    vector_count = 0;
    while (getline(&line, &capacity, in) > 0) {
        char *equals = strstr(line, " =");
        if (line[0] == '#' || line[0] == '\n') {
            continue;
        }
        if (line[0] == ' ') {
            append_digits(&vectors[vector_count - 1], line);
            continue;
        }
        CHECK(equals != NULL && vector_count < VECTORS_MAX);
        struct vector *vector = &vectors[vector_count++];
        *vector = (struct vector){.bytes = calloc(1, VECTOR_BYTES_MAX)};
        snprintf(vector->name, sizeof vector->name, "%.*s", (int)(equals - line), line);
        append_digits(vector, equals + 2);
    }
    free(line);
    fclose(in);
    CHECK(vector_count > 0);
}

static inline const struct vector *vector_of_name(const char *name)
{
    for (size_t i = 0; i < vector_count; i++) {
        if (strcmp(vectors[i].name, name) == 0) {
            return &vectors[i];
        }
    }
    CHECK_SAYING(false, "there is no vector %s", name);
    return NULL;
}

#endif

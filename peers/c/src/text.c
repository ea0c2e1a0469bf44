// SPDX-License-Identifier: Apache-2.0
/* UTF-8, strict and with lone surrogates (WTF-8). */
#include "text.h"

#include <stdio.h>

int32_t nc_utf8_next(const uint8_t **text, const uint8_t *end)
{
    const uint8_t *at = *text;
    uint32_t first = *at;
    if (first < 0x80) {
        *text = at + 1;
        return (int32_t)first;
    }
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (first < 0xc2 || first > 0xf4 || (size_t)(end - at) < length) {
        return -1;
    }
    uint32_t character = first & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return -1;
        }
        character = character << 6 | (at[i] & 0x3fU);
    }
    if (character < least[length] || character > 0x10ffff) {
        return -1;
    }
    *text = at + length;
    return (int32_t)character;
}

bool nc_is_ascii(const uint8_t *text, size_t length)
{
    uint64_t all = 0;
    size_t at = 0;
    for (; at + sizeof all <= length; at += sizeof all) {
        uint64_t eight;
        memcpy(&eight, text + at, sizeof eight);
        all |= eight;
    }
    for (; at < length; at++) {
        all |= text[at];
    }
    return (all & UINT64_C(0x8080808080808080)) == 0;
}

bool nc_utf8_valid(const uint8_t *text, size_t length)
{
    const uint8_t *end = text + length;
    while (text < end) {
        int32_t character = nc_utf8_next(&text, end);
        if (character < 0 || (character >= 0xd800 && character <= 0xdfff)) {
            return false;
        }
    }
    return true;
}

size_t nc_utf8_prefix(const char *text, size_t limit)
{
    size_t length = strlen(text);
    if (length <= limit) {
        return length;
    }
    while (limit > 0 && ((uint8_t)text[limit] & 0xc0) == 0x80) {
        limit--;
    }
    return limit;
}

size_t nc_utf8_put(uint8_t *at, uint32_t character)
{
    if (character < 0x80) {
        at[0] = (uint8_t)character;
        return 1;
    }
    if (character < 0x800) {
        at[0] = (uint8_t)(0xc0 | character >> 6);
        at[1] = (uint8_t)(0x80 | (character & 0x3f));
        return 2;
    }
    if (character < 0x10000) {
        at[0] = (uint8_t)(0xe0 | character >> 12);
        at[1] = (uint8_t)(0x80 | (character >> 6 & 0x3f));
        at[2] = (uint8_t)(0x80 | (character & 0x3f));
        return 3;
    }
    at[0] = (uint8_t)(0xf0 | character >> 18);
    at[1] = (uint8_t)(0x80 | (character >> 12 & 0x3f));
    at[2] = (uint8_t)(0x80 | (character >> 6 & 0x3f));
    at[3] = (uint8_t)(0x80 | (character & 0x3f));
    return 4;
}

int nc_vformat(char *text, size_t capacity, const char *format, va_list arguments)
{
    int length = vsnprintf(text, capacity, format, arguments);
    const uint8_t *at = (const uint8_t *)text;
    const uint8_t *end = at + strlen(text);
    while (at < end) {
        const uint8_t *start = at;
        int32_t character = nc_utf8_next(&at, end);
        if (character < 0 || (character >= 0xd800 && character <= 0xdfff)) {
            text[start - (const uint8_t *)text] = '?';
            at = start + 1;
        }
    }
    return length;
}

void nc_format(char *text, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    nc_vformat(text, capacity, format, arguments);
    va_end(arguments);
}

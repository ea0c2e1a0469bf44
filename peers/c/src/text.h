// SPDX-License-Identifier: Apache-2.0
/* Texts: UTF-8 in C, UTF-16 in a Java string. */
#ifndef NC_TEXT_H
#define NC_TEXT_H

#include "base.h"

/* Is every byte a character of ASCII? */
bool nc_is_ascii(const uint8_t *text, size_t length);

/* Is this well-formed UTF-8? Surrogates are not. */
bool nc_utf8_valid(const uint8_t *text, size_t length);

/* The longest prefix of at most limit bytes that does not cut a character. */
size_t nc_utf8_prefix(const char *text, size_t limit);

/*
 * Decodes the character at *text, and moves *text behind it. Surrogates are accepted, as in WTF-8.
 * Returns -1 if it is malformed.
 */
int32_t nc_utf8_next(const uint8_t **text, const uint8_t *end);

/* Writes a character, surrogates included, of at most 4 bytes. Returns how many. */
size_t nc_utf8_put(uint8_t *at, uint32_t character);

/* Like vsnprintf() and snprintf(), which cut bytes. What is no UTF-8 then becomes question marks. */
int nc_vformat(char *text, size_t capacity, const char *format, va_list arguments);
void nc_format(char *text, size_t capacity, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif

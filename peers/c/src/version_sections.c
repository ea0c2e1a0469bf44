// SPDX-License-Identifier: Apache-2.0
/* Takes shapes apart. */
#include "text.h"
#include "versions.h"

#include <stdlib.h>

void nc_sections_free(struct nc_sections *sections)
{
    for (size_t i = 0; i < sections->count; i++) {
        struct nc_section *section = &sections->at[i];
        for (size_t n = 0; n < section->member_count; n++) {
            nc_member_clear(&section->members[n]);
        }
        free(section->members);
        free(section->class_name);
        free(section->kind);
        free(section->text);
    }
    free(sections->at);
    *sections = (struct nc_sections){0};
}

const struct nc_section *nc_sections_find(const struct nc_sections *sections, const char *class_name)
{
    for (size_t i = 0; i < sections->count; i++) {
        if (strcmp(sections->at[i].class_name, class_name) == 0) {
            return &sections->at[i];
        }
    }
    return NULL;
}

/* Fills a section from its text: the kind, then a line for each member. A malformed line is a member that fits nothing. */
static bool parse_section(struct nc_section *section, const char *text, size_t length)
{
    section->text = strndup(text, length);
    if (section->text == NULL) {
        return false;
    }
    size_t lines = 0;
    for (const char *at = section->text; *at != 0; at++) {
        lines += *at == '\n';
    }
    size_t kind = strcspn(section->text, "\n");
    section->kind = strndup(section->text, kind);
    section->members = calloc(lines + 1, sizeof *section->members);
    if (section->kind == NULL || section->members == NULL) {
        return false;
    }
    bool constants = strcmp(section->kind, "enum") == 0;
    const char *at = section->text + kind;
    while (*at == '\n') {
        size_t line = strcspn(at + 1, "\n");
        struct nc_member *member = &section->members[section->member_count++];
        nc_member_parse(member, at + 1, line, constants);
        if (member->name == NULL || member->type_name == NULL) {
            return false;
        }
        at += 1 + line;
    }
    return true;
}

bool nc_sections_parse(const char *class_name, const char *shape, struct nc_sections *sections)
{
    size_t most = 1;
    for (const char *at = shape; (at = strstr(at, "\n\n")) != NULL; at += 2) {
        most++;
    }
    *sections = (struct nc_sections){.at = calloc(most, sizeof *sections->at)};
    bool whole = sections->at != NULL;
    const char *at = shape;
    while (whole) {
        const char *end = strstr(at, "\n\n");
        size_t length = end == NULL ? strlen(at) : (size_t)(end - at);
        struct nc_section *section = &sections->at[sections->count++];
        if (sections->count == 1) {
            section->class_name = strdup(class_name);
        } else {
            size_t name = NC_MIN(strcspn(at, "\n"), length);
            section->class_name = strndup(at, name);
            name += name < length ? 1 : 0; /* the line feed */
            at += name;
            length -= name;
        }
        whole = section->class_name != NULL && parse_section(section, at, length);
        if (end == NULL) {
            break;
        }
        at = end + 2;
    }
    if (!whole) {
        nc_sections_free(sections);
    }
    return whole;
}

/* The first UTF-16 unit of a character. */
static int32_t first_unit(int32_t character)
{
    return character < 0x10000 ? character : 0xd800 + ((character - 0x10000) >> 10);
}

int nc_compare_utf16(const char *one, const char *other)
{
    const uint8_t *a = (const uint8_t *)one;
    const uint8_t *b = (const uint8_t *)other;
    const uint8_t *a_end = a + strlen(one);
    const uint8_t *b_end = b + strlen(other);
    while (a < a_end && b < b_end) {
        int32_t left = nc_utf8_next(&a, a_end);
        int32_t right = nc_utf8_next(&b, b_end);
        if (left < 0 || right < 0) {
            return left < right ? -1 : 1; /* not UTF-8, which the control messages exclude */
        }
        if (left != right) {
            int32_t units = first_unit(left) - first_unit(right);
            return units != 0 ? units : left - right;
        }
    }
    return (a < a_end) - (b < b_end);
}

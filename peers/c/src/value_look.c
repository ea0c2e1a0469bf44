// SPDX-License-Identifier: Apache-2.0
/* Looks at values. All functions accept NULL, and values of other kinds. */
#include "value.h"

#include "versions.h"

int nearcall_value_kind(const nearcall_value *value)
{
    return value == NULL ? NEARCALL_KIND_NULL : value->kind;
}

const char *nearcall_value_class(const nearcall_value *value)
{
    if (value == NULL) {
        return "";
    }
    if (value->class != NULL) {
        return value->class->name;
    }
    const struct nc_jdk_class *jdk =
        value->id == NC_ID_FURTHER ? nc_jdk_further(value->further) : nc_jdk_class(value->id);
    return jdk == NULL || jdk->name == NULL ? "" : jdk->name;
}

int64_t nearcall_value_integer(const nearcall_value *value)
{
    int kind = nearcall_value_kind(value);
    return kind >= NEARCALL_KIND_BOOLEAN && kind <= NEARCALL_KIND_LONG ? value->integer : 0;
}

double nearcall_value_real(const nearcall_value *value)
{
    int kind = nearcall_value_kind(value);
    return kind == NEARCALL_KIND_FLOAT || kind == NEARCALL_KIND_DOUBLE ? value->real
                                                                       : (double)nearcall_value_integer(value);
}

const char *nearcall_value_text(const nearcall_value *value, size_t *length)
{
    int kind = nearcall_value_kind(value);
    bool text = kind == NEARCALL_KIND_STRING || kind == NEARCALL_KIND_ENUM;
    if (length != NULL) {
        *length = text ? value->text.length : 0;
    }
    return text ? value->text.at : NULL;
}

const void *nearcall_value_elements(const nearcall_value *value, size_t *count)
{
    int kind = nearcall_value_kind(value);
    bool primitives = kind >= NEARCALL_KIND_BOOLEANS && kind <= NEARCALL_KIND_DOUBLES;
    *count = primitives ? value->elements.count : 0;
    return primitives ? value->elements.at : NULL;
}

size_t nearcall_value_count(const nearcall_value *value)
{
    switch (nearcall_value_kind(value)) {
    case NEARCALL_KIND_ARRAY:
    case NEARCALL_KIND_COLLECTION:
        return value->items.count;
    case NEARCALL_KIND_OBJECT:
        return value->class->member_count;
    case NEARCALL_KIND_MAP:
        return value->items.count / 2;
    case NEARCALL_KIND_JDK:
        return value->head.count;
    default:
        return 0;
    }
}

const nearcall_value *nearcall_value_at(const nearcall_value *value, size_t index)
{
    int kind = nearcall_value_kind(value);
    if (kind == NEARCALL_KIND_JDK || index >= nearcall_value_count(value)) {
        return NULL;
    }
    return kind == NEARCALL_KIND_OBJECT ? nc_member_at(value, index)
                                        : value->items.at[kind == NEARCALL_KIND_MAP ? 2 * index + 1 : index];
}

const nearcall_value *nc_member_at(const nearcall_value *object, size_t index)
{
    size_t at = object->version == NULL ? index : 0;
    while (object->version != NULL && at < object->items.count && object->version->members[at].index != index) {
        at++;
    }
    return at < object->items.count ? object->items.at[at] : NULL;
}

const nearcall_value *nearcall_value_key_at(const nearcall_value *map, size_t index)
{
    bool found = nearcall_value_kind(map) == NEARCALL_KIND_MAP && index < map->items.count / 2;
    return found ? map->items.at[2 * index] : NULL;
}

const nearcall_value *nearcall_value_field(const nearcall_value *value, size_t index)
{
    bool found = nearcall_value_kind(value) == NEARCALL_KIND_JDK && index < value->head.count;
    return found ? value->head.at[index] : NULL;
}

size_t nc_member_index(const struct nc_class *class, const char *name, size_t from)
{
    for (size_t i = 0; i < class->member_count; i++) {
        size_t at = from + i < class->member_count ? from + i : (from + i) % class->member_count;
        if (strcmp(class->members[at].name, name) == 0) {
            return at;
        }
    }
    return SIZE_MAX;
}

const nearcall_value *nearcall_value_member(const nearcall_value *object, const char *member)
{
    return nearcall_value_member_from(object, member, 0);
}

const nearcall_value *nearcall_value_member_from(const nearcall_value *object, const char *member, size_t index)
{
    size_t found = nearcall_value_kind(object) == NEARCALL_KIND_OBJECT ? nc_member_index(object->class, member, index) : SIZE_MAX;
    return found == SIZE_MAX ? NULL : nc_member_at(object, found);
}

static const struct nc_throwable *throwable_of(const nearcall_value *value)
{
    static const struct nc_throwable none = {.class_name = "", .text = ""};
    return nearcall_value_kind(value) == NEARCALL_KIND_THROWABLE ? value->throwable : &none;
}

const char *nearcall_throwable_class(const nearcall_value *throwable)
{
    return throwable_of(throwable)->class_name;
}

const char *nearcall_throwable_message(const nearcall_value *throwable)
{
    return throwable_of(throwable)->message;
}

const char *nearcall_throwable_text(const nearcall_value *throwable)
{
    return throwable_of(throwable)->text;
}

size_t nearcall_throwable_frame_count(const nearcall_value *throwable)
{
    return throwable_of(throwable)->frame_count;
}

nearcall_frame nearcall_throwable_frame(const nearcall_value *throwable, size_t index)
{
    const struct nc_throwable *parts = throwable_of(throwable);
    return index < parts->frame_count ? parts->frames[index] : (nearcall_frame){.class_name = "", .method = ""};
}

const nearcall_value *nearcall_throwable_cause(const nearcall_value *throwable)
{
    return throwable_of(throwable)->cause;
}

size_t nearcall_throwable_suppressed_count(const nearcall_value *throwable)
{
    return throwable_of(throwable)->suppressed_count;
}

const nearcall_value *nearcall_throwable_suppressed(const nearcall_value *throwable, size_t index)
{
    const struct nc_throwable *parts = throwable_of(throwable);
    return index < parts->suppressed_count ? parts->suppressed[index] : NULL;
}

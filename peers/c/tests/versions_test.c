// SPDX-License-Identifier: Apache-2.0
/* Two versions of a class: what of it travels. Both sides have to come to the same. */
#include "check.h"
#include "agreement.h"
#include "connection.h"
#include "value.h"
#include "versions.h"

static char reason[200];

struct side {
    struct nc_registry *registry;
    struct nc_class *class;
};

static struct side open_side(const char *lines)
{
    struct side side = {.registry = nc_registry_new()};
    nearcall_error error;
    CHECK(nc_registry_add(side.registry, "shop.Part", "record\nname java.lang.String exact", NULL, &error) == NEARCALL_OK);
    CHECK_SAYING(nc_registry_add(side.registry, "shop.Thing", lines, NULL, &error) == NEARCALL_OK, "%s", error.message);
    side.class = nc_registry_find(side.registry, "shop.Thing", &error);
    CHECK_SAYING(side.class != NULL, "%s", error.message);
    return side;
}

/* What travels between the two: "here=there" for each member, with a ! if it is written with its class. */
static const char *common(const char *here_lines, const char *there_lines)
{
    static char text[2000];
    struct side here = open_side(here_lines);
    struct side there = open_side(there_lines);
    struct nc_version *mine = NULL;
    struct nc_version *theirs = NULL;
    bool compatible = nc_versions_compare(here.registry, here.class, there.class->shape, &mine, reason, sizeof reason);
    char other_reason[200];
    CHECK(nc_versions_compare(there.registry, there.class, here.class->shape, &theirs, other_reason,
                              sizeof other_reason) == compatible);
    size_t length = (size_t)snprintf(text, sizeof text, "%s", compatible ? "" : "incompatible");
    const struct nc_version *one = mine;
    const struct nc_version *other = theirs;
    while (one != NULL && one->class != here.class) {
        one = one->next;
    }
    while (other != NULL && other->class != there.class) {
        other = other->next;
    }
    if (compatible) {
        CHECK(one != NULL && other != NULL && one->member_count == other->member_count);
        for (size_t i = 0; i < one->member_count; i++) {
            CHECK(one->members[i].as_declared == other->members[i].as_declared);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s=%s%s", i == 0 ? "" : " ",
                                       here.class->members[one->members[i].index].name,
                                       there.class->members[other->members[i].index].name,
                                       one->members[i].as_declared ? "" : "!");
            CHECK(length < sizeof text);
        }
    }
    nc_versions_free(mine);
    nc_versions_free(theirs);
    nc_registry_free(here.registry);
    nc_registry_free(there.registry);
    return text;
}

static void check_common(const char *here, const char *there, const char *expected)
{
    const char *found = common(here, there);
    CHECK_SAYING(strcmp(found, expected) == 0, "%s instead of %s (%s)", found, expected, reason);
}

static void should_write_members_of_equal_names_in_the_order_of_the_lesser_text(void)
{
    check_common("record\na int exact\nb int exact", "record\nb int exact\na int exact", "a=a b=b");
    check_common("record\nb int exact\na int exact", "record\na int exact\nb int exact", "a=a b=b");
    check_common("record\na int exact\nb int exact", "record\nb int exact\nc int exact", "b=b");
    check_common("record\na int exact", "class extends java.lang.Object\nb int exact", "");
}

static void should_match_former_names_and_superclasses(void)
{
    check_common("record\ntitle int exact was name,label", "record\nname int exact", "title=name");
    check_common("record\nname int exact", "record\ntitle int exact was label,name", "name=title");
    check_common("record\ntitle int exact was name", "record\ntitle int exact was name\nname int exact", "title=title");
    check_common("class extends shop.Base\nshop.Base.id int exact", "class extends shop.Other\nshop.Other.id int exact",
                 "shop.Base.id=shop.Other.id");
    /* In doubt none: two members have the simple name. */
    check_common("class extends shop.Base\nshop.Base.id int exact\nshop.Root.id int exact",
                 "class extends shop.Other\nshop.Other.id int exact", "");
}

static void should_tell_which_types_fit(void)
{
    check_common("record\na int exact", "record\na long exact", "a=a!");
    check_common("record\na int exact", "record\na java.lang.Integer exact", "a=a!");
    check_common("record\na boolean exact", "record\na int exact", "incompatible");
    check_common("record\na java.lang.String exact", "record\na int exact", "incompatible");
    check_common("record\na java.lang.String exact", "record\na java.lang.Object", "a=a!");
    check_common("record\na java.lang.String exact", "record\na java.lang.CharSequence", "a=a!");
    check_common("record\na java.lang.String exact", "record\na java.util.List", "incompatible");
    check_common("record\na shop.Part exact", "record\na shop.Anything", "a=a!");
    check_common("record\na java.util.List", "record\na java.util.Set", "a=a!");
    check_common("record\na java.time.Instant exact", "record\na java.time.temporal.Temporal", "a=a!");
}

static void should_refuse_other_kinds(void)
{
    check_common("record\na int exact", "enum\nA", "incompatible");
    CHECK(strcmp(common("final class extends java.lang.Object\na int exact", "record\na int exact"), "a=a") == 0);
}

static void should_survive_shapes_that_are_not_well_made(void)
{
    static const char *const shapes[] = {"", "\n", "\n\n", "record\n\n\n\n", "record\n \n  exact\n exact was ", "record\na was b",
                                         "record\na int exact\n\nrecord", "record\na shop.Part exact\n\nshop.Part",
                                         "\n\n\n\n\n\n", "record\n\nshop.Thing\nrecord\na int exact",
                                         "record\na [ exact\npart [L exact", "record\na [L; exact\npart [; exact",
                                         "record\na java.lang java exact\npart  exact"};
    struct side side = open_side("record\na int exact\npart shop.Part exact");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct nc_version *versions = NULL;
        nc_versions_compare(side.registry, side.class, shapes[i], &versions, reason, sizeof reason);
        nc_versions_free(versions);
    }
    for (int i = 0; i < 5000; i++) { /* its own shape, with bytes changed */
        char *shape = strdup(side.class->shape);
        for (unsigned n = 1 + random_below(4); n > 0; n--) {
            shape[random_below((unsigned)strlen(side.class->shape))] = "\n [L;.,waex"[random_below(11)];
        }
        struct nc_version *versions = NULL;
        nc_versions_compare(side.registry, side.class, shape, &versions, reason, sizeof reason);
        nc_versions_free(versions);
        free(shape);
    }
    nc_registry_free(side.registry);
}

static void make_lines(char *lines, size_t capacity)
{
    static const char *const types[] = {"int exact", "long exact", "java.lang.String exact", "java.lang.Object",
                                        "shop.Part exact", "java.util.List"};
    size_t length = (size_t)snprintf(lines, capacity, "class extends shop.Base");
    for (unsigned i = random_below(7); i > 0; i--) {
        length += (size_t)snprintf(lines + length, capacity - length, "\n%s%c %s%s%c", random_below(3) == 0 ? "shop.Base." : "",
                                   'a' + (int)random_below(5), types[random_below(6)], random_below(3) == 0 ? " was " : "",
                                   'a' + (int)random_below(5));
        if (lines[length - 2] != ' ') {
            lines[--length] = 0; /* no former name */
        }
    }
}

/* common() checks that both sides find the same pairs in the same order. */
static void should_come_to_the_same_on_both_sides(void)
{
    unsigned compatible = 0;
    for (int i = 0; i < 3000; i++) {
        char here[500];
        char there[500];
        make_lines(here, sizeof here);
        make_lines(there, sizeof there);
        compatible += strcmp(common(here, there), "incompatible") != 0;
    }
    CHECK_SAYING(compatible > 500, "%u", compatible);
}

static void should_compare_texts_by_utf16_units(void)
{
    CHECK(nc_compare_utf16("a", "b") < 0 && nc_compare_utf16("a", "a") == 0 && nc_compare_utf16("ab", "a") > 0);
    CHECK(nc_compare_utf16("\xef\xbf\xbd", "\xf0\x9f\x98\x80") > 0); /* U+FFFD is above the surrogates of U+1F600 */
    CHECK(nc_compare_utf16("\xf0\x9f\x98\x80", "\xf0\x9f\x98\x81") < 0);
}

/* The peer's version of the class has one member of three, so that an object takes little of a message. */
static void should_keep_of_an_object_what_both_versions_have(void)
{
    enum { OBJECTS = 100, FIRST_ID = 120 };
    uint8_t message[3 + 3 * OBJECTS] = {NC_ID_ARRAY_LIST + 1, 1, OBJECTS};
    struct side here = open_side("record\na int exact\nname java.lang.String exact\nz long exact");
    struct nearcall_endpoint endpoint = {.classes = here.registry};
    struct nc_connection connection = {.endpoint = &endpoint, .classes = nc_classes_new(true)};
    struct nc_arena arena = {0};
    struct nearcall_reader reader = {.arena = &arena, .connection = &connection};
    CHECK(nc_class_agree(&connection, here.class, "record\nname java.lang.String exact") == FIRST_ID);
    for (int i = 0; i < OBJECTS; i++) {
        memcpy(message + 3 + 3 * i, (uint8_t[]){FIRST_ID + 1, 1, 2}, 3); /* an empty text */
    }
    message[3 * OBJECTS + 2] = 0; /* and null at last */
    nc_reader_begin(&reader, message, sizeof message);
    const nearcall_value *list = nearcall_get_value(&reader);
    CHECK_SAYING(list != NULL && nearcall_value_count(list) == OBJECTS, "%s", reader.error.message);
    const nearcall_value *thing = nearcall_value_at(list, OBJECTS - 1);
    CHECK(nearcall_value_member(thing, "name") == NULL);
    thing = nearcall_value_at(list, 0);
    CHECK(thing->items.capacity == 1); /* what the peer does not send takes no memory */
    CHECK(nearcall_value_count(thing) == 3 && nearcall_value_member(thing, "a") == NULL);
    CHECK(nearcall_value_text(nearcall_value_member(thing, "name"), NULL)[0] == 0);
    CHECK(nearcall_value_at(thing, 1) == nearcall_value_member(thing, "name") && nearcall_value_at(thing, 2) == NULL);
    nc_reader_free(&reader);
    nc_arena_free(&arena);
    nc_classes_free(connection.classes);
    nc_registry_free(here.registry);
}

int main(void)
{
    RUN(should_write_members_of_equal_names_in_the_order_of_the_lesser_text);
    RUN(should_match_former_names_and_superclasses);
    RUN(should_tell_which_types_fit);
    RUN(should_refuse_other_kinds);
    RUN(should_survive_shapes_that_are_not_well_made);
    RUN(should_come_to_the_same_on_both_sides);
    RUN(should_compare_texts_by_utf16_units);
    RUN(should_keep_of_an_object_what_both_versions_have);
    return 0;
}

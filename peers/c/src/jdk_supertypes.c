// SPDX-License-Identifier: Apache-2.0
/* The supertypes of the JDK's final classes, as JDK 17 has them: whether two versions of a member fit depends on them. */
#include "versions.h"

static const struct {
    const char *name;
    const char *supertypes; /* with a space in front of each, and one at the end */
} classes[] = {
    {"java.lang.Boolean",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.lang.constant.Constable "},
    {"java.lang.Byte",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable "},
    {"java.lang.Character",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.lang.constant.Constable "},
    {"java.lang.Short",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable "},
    {"java.lang.Integer",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable java.lang.constant.ConstantDesc "},
    {"java.lang.Long",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable java.lang.constant.ConstantDesc "},
    {"java.lang.Float",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable java.lang.constant.ConstantDesc "},
    {"java.lang.Double",
     " java.io.Serializable java.lang.Comparable java.lang.Number java.lang.Object"
     " java.lang.constant.Constable java.lang.constant.ConstantDesc "},
    {"java.lang.String",
     " java.io.Serializable java.lang.CharSequence java.lang.Comparable java.lang.Object"
     " java.lang.constant.Constable java.lang.constant.ConstantDesc "},
    {"java.util.Optional",
     " java.lang.Object "},
    {"java.util.OptionalInt",
     " java.lang.Object "},
    {"java.util.OptionalLong",
     " java.lang.Object "},
    {"java.util.OptionalDouble",
     " java.lang.Object "},
    {"java.util.UUID",
     " java.io.Serializable java.lang.Comparable java.lang.Object "},
    {"java.net.URI",
     " java.io.Serializable java.lang.Comparable java.lang.Object "},
    {"java.util.Locale",
     " java.io.Serializable java.lang.Cloneable java.lang.Object "},
    {"java.util.Currency",
     " java.io.Serializable java.lang.Object "},
    {"java.time.Duration",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.TemporalAmount "},
    {"java.time.Instant",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.LocalDate",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.chrono.ChronoLocalDate"
     " java.time.temporal.Temporal java.time.temporal.TemporalAccessor"
     " java.time.temporal.TemporalAdjuster "},
    {"java.time.LocalTime",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.LocalDateTime",
     " java.io.Serializable java.lang.Comparable java.lang.Object"
     " java.time.chrono.ChronoLocalDateTime java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.ZoneOffset",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.ZoneId"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.OffsetTime",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.OffsetDateTime",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.ZonedDateTime",
     " java.io.Serializable java.lang.Comparable java.lang.Object"
     " java.time.chrono.ChronoZonedDateTime java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor "},
    {"java.time.Year",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.YearMonth",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.Temporal"
     " java.time.temporal.TemporalAccessor java.time.temporal.TemporalAdjuster "},
    {"java.time.MonthDay",
     " java.io.Serializable java.lang.Comparable java.lang.Object java.time.temporal.TemporalAccessor"
     " java.time.temporal.TemporalAdjuster "},
    {"java.time.Period",
     " java.io.Serializable java.lang.Object java.time.chrono.ChronoPeriod"
     " java.time.temporal.TemporalAmount "},
    {"java.time.DayOfWeek",
     " java.io.Serializable java.lang.Comparable java.lang.Enum java.lang.Object"
     " java.lang.constant.Constable java.time.temporal.TemporalAccessor"
     " java.time.temporal.TemporalAdjuster "},
    {"java.time.Month",
     " java.io.Serializable java.lang.Comparable java.lang.Enum java.lang.Object"
     " java.lang.constant.Constable java.time.temporal.TemporalAccessor"
     " java.time.temporal.TemporalAdjuster "},
    {"java.time.temporal.ChronoUnit",
     " java.io.Serializable java.lang.Comparable java.lang.Enum java.lang.Object"
     " java.lang.constant.Constable java.time.temporal.TemporalUnit "},
    {"java.util.concurrent.TimeUnit",
     " java.io.Serializable java.lang.Comparable java.lang.Enum java.lang.Object"
     " java.lang.constant.Constable "},
    {"java.math.RoundingMode",
     " java.io.Serializable java.lang.Comparable java.lang.Enum java.lang.Object"
     " java.lang.constant.Constable "},
    {"java.lang.StringBuilder",
     " java.io.Serializable java.lang.AbstractStringBuilder java.lang.Appendable"
     " java.lang.CharSequence java.lang.Comparable java.lang.Object "},
    {"java.lang.StringBuffer",
     " java.io.Serializable java.lang.AbstractStringBuilder java.lang.Appendable"
     " java.lang.CharSequence java.lang.Comparable java.lang.Object "},
    {"java.lang.Class",
     " java.io.Serializable java.lang.Object java.lang.constant.Constable"
     " java.lang.invoke.TypeDescriptor java.lang.invoke.TypeDescriptor$OfField"
     " java.lang.reflect.AnnotatedElement java.lang.reflect.GenericDeclaration java.lang.reflect.Type "},
    {"java.util.regex.Pattern",
     " java.io.Serializable java.lang.Object "},
};

bool nc_jdk_is_supertype(const char *name, const char *supertype)
{
    size_t length = strlen(supertype);
    if (length == 0 || strchr(supertype, ' ') != NULL) {
        return false; /* no name of a class */
    }
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(classes[i].name, name) != 0) {
            continue;
        }
        const char *at = classes[i].supertypes;
        while ((at = strstr(at, supertype)) != NULL) {
            if (at > classes[i].supertypes && at[-1] == ' ' && at[length] == ' ') {
                return true;
            }
            at++;
        }
        return strcmp(name, supertype) == 0;
    }
    return false;
}

bool nc_jdk_is_final(const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(classes[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

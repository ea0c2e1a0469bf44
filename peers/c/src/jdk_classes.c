// SPDX-License-Identifier: Apache-2.0
/* The table of the JDK's classes. Ids and kinds that are not in it are refused. */
#include "jdk_classes.h"

/* name, layout, kind, value, final */
static const struct nc_jdk_class classes[] = {
    [0] = {"java.lang.Boolean", "z", NEARCALL_KIND_BOOLEAN, true, true},
    [1] = {"java.lang.Byte", "b", NEARCALL_KIND_BYTE, true, true},
    [2] = {"java.lang.Character", "c", NEARCALL_KIND_CHAR, true, true},
    [3] = {"java.lang.Short", "h", NEARCALL_KIND_SHORT, true, true},
    [4] = {"java.lang.Integer", "i", NEARCALL_KIND_INT, true, true},
    [5] = {"java.lang.Long", "j", NEARCALL_KIND_LONG, true, true},
    [6] = {"java.lang.Float", "f", NEARCALL_KIND_FLOAT, true, true},
    [7] = {"java.lang.Double", "d", NEARCALL_KIND_DOUBLE, true, true},
    [8] = {"java.lang.String", "s", NEARCALL_KIND_STRING, true, true},
    [9] = {"[Z", NULL, NEARCALL_KIND_BOOLEANS, false, true},
    [10] = {"[B", NULL, NEARCALL_KIND_BYTES, false, true},
    [11] = {"[C", NULL, NEARCALL_KIND_CHARS, false, true},
    [12] = {"[S", NULL, NEARCALL_KIND_SHORTS, false, true},
    [13] = {"[I", NULL, NEARCALL_KIND_INTS, false, true},
    [14] = {"[J", NULL, NEARCALL_KIND_LONGS, false, true},
    [15] = {"[F", NULL, NEARCALL_KIND_FLOATS, false, true},
    [16] = {"[D", NULL, NEARCALL_KIND_DOUBLES, false, true},
    [17] = {"[Ljava.lang.String;", NULL, NEARCALL_KIND_ARRAY, false, true},
    [18] = {"[Ljava.lang.Object;", NULL, NEARCALL_KIND_ARRAY, false, false},
    [19] = {"java.util.ArrayList", "L", NEARCALL_KIND_COLLECTION, false, false},
    [20] = {"java.util.LinkedList", "L", NEARCALL_KIND_COLLECTION, false, false},
    [21] = {"java.util.ArrayDeque", "L", NEARCALL_KIND_COLLECTION, false, false},
    [22] = {"java.util.Vector", "L", NEARCALL_KIND_COLLECTION, false, false},
    [23] = {"java.util.HashSet", "L", NEARCALL_KIND_COLLECTION, false, false},
    [24] = {"java.util.LinkedHashSet", "L", NEARCALL_KIND_COLLECTION, false, false},
    [25] = {"java.util.TreeSet", "oL", NEARCALL_KIND_COLLECTION, false, false},
    [26] = {"java.util.PriorityQueue", "oL", NEARCALL_KIND_COLLECTION, false, false},
    [27] = {"java.util.concurrent.ConcurrentSkipListSet", "oL", NEARCALL_KIND_COLLECTION, false, false},
    [28] = {"java.util.concurrent.CopyOnWriteArrayList", "L", NEARCALL_KIND_COLLECTION, false, false},
    [29] = {"java.util.concurrent.CopyOnWriteArraySet", "L", NEARCALL_KIND_COLLECTION, false, false},
    [30] = {"java.util.HashMap", "E", NEARCALL_KIND_MAP, false, false},
    [31] = {"java.util.LinkedHashMap", "E", NEARCALL_KIND_MAP, false, false},
    [32] = {"java.util.TreeMap", "oE", NEARCALL_KIND_MAP, false, false},
    [33] = {"java.util.concurrent.ConcurrentHashMap", "E", NEARCALL_KIND_MAP, false, false},
    [34] = {"java.util.concurrent.ConcurrentSkipListMap", "oE", NEARCALL_KIND_MAP, false, false},
    [35] = {"java.util.EnumSet", "KN", NEARCALL_KIND_COLLECTION, false, false},
    [36] = {"java.util.EnumMap", "KM", NEARCALL_KIND_MAP, false, false},
    [37] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [38] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [39] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
    [40] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [41] = {NULL, "", NEARCALL_KIND_COLLECTION, true, false},
    [42] = {NULL, "", NEARCALL_KIND_COLLECTION, true, false},
    [43] = {NULL, "", NEARCALL_KIND_MAP, true, false},
    [44] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [45] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [46] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
    [47] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [48] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [49] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [50] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
    [51] = {"java.util.Optional", "o", NEARCALL_KIND_JDK, false, true},
    [52] = {"java.util.OptionalInt", "?4", NEARCALL_KIND_JDK, true, true},
    [53] = {"java.util.OptionalLong", "?8", NEARCALL_KIND_JDK, true, true},
    [54] = {"java.util.OptionalDouble", "?d", NEARCALL_KIND_JDK, true, true},
    [55] = {"java.util.AbstractMap$SimpleEntry", "oo", NEARCALL_KIND_JDK, false, false},
    [56] = {"java.util.AbstractMap$SimpleImmutableEntry", "oo", NEARCALL_KIND_JDK, false, false},
    [57] = {NULL, "oo", NEARCALL_KIND_JDK, false, false},
    [58] = {"java.util.concurrent.atomic.AtomicBoolean", "z", NEARCALL_KIND_JDK, false, false},
    [59] = {"java.util.concurrent.atomic.AtomicInteger", "4", NEARCALL_KIND_JDK, false, false},
    [60] = {"java.util.concurrent.atomic.AtomicLong", "8", NEARCALL_KIND_JDK, false, false},
    [61] = {"java.util.concurrent.atomic.AtomicReference", "o", NEARCALL_KIND_JDK, false, false},
    [62] = {"java.math.BigInteger", "y", NEARCALL_KIND_JDK, true, false},
    [63] = {"java.math.BigDecimal", "iB", NEARCALL_KIND_JDK, true, false},
    [64] = {"java.util.UUID", "88", NEARCALL_KIND_JDK, true, true},
    [65] = {"java.net.URI", "s", NEARCALL_KIND_JDK, true, true},
    [66] = {"java.util.Locale", "W", NEARCALL_KIND_JDK, true, true},
    [67] = {"java.util.Currency", "s", NEARCALL_KIND_JDK, true, true},
    [68] = {"java.time.Duration", "8v", NEARCALL_KIND_JDK, true, true},
    [69] = {"java.time.Instant", "Vv", NEARCALL_KIND_JDK, true, true},
    [70] = {"java.time.LocalDate", "vbb", NEARCALL_KIND_JDK, true, true},
    [71] = {"java.time.LocalTime", "T", NEARCALL_KIND_JDK, true, true},
    [72] = {"java.time.LocalDateTime", "vbbT", NEARCALL_KIND_JDK, true, true},
    [73] = {"java.time.ZoneOffset", "O", NEARCALL_KIND_JDK, true, true},
    [74] = {NULL, "s", NEARCALL_KIND_JDK, true, false},
    [75] = {"java.time.OffsetTime", "TO", NEARCALL_KIND_JDK, true, true},
    [76] = {"java.time.OffsetDateTime", "vbbTO", NEARCALL_KIND_JDK, true, true},
    [77] = {"java.time.ZonedDateTime", "jvis", NEARCALL_KIND_JDK, true, true},
    [78] = {"java.time.Year", "v", NEARCALL_KIND_JDK, true, true},
    [79] = {"java.time.YearMonth", "vb", NEARCALL_KIND_JDK, true, true},
    [80] = {"java.time.MonthDay", "bb", NEARCALL_KIND_JDK, true, true},
    [81] = {"java.time.Period", "vvv", NEARCALL_KIND_JDK, true, true},
    [82] = {"java.time.DayOfWeek", "s", NEARCALL_KIND_ENUM, true, true},
    [83] = {"java.time.Month", "s", NEARCALL_KIND_ENUM, true, true},
    [84] = {"java.time.temporal.ChronoUnit", "s", NEARCALL_KIND_ENUM, true, true},
    [85] = {"java.util.concurrent.TimeUnit", "s", NEARCALL_KIND_ENUM, true, true},
    [86] = {"java.math.RoundingMode", "s", NEARCALL_KIND_ENUM, true, true},
    [87] = {"java.util.Date", "8", NEARCALL_KIND_JDK, false, false},
    [88] = {"java.util.TimeZone", "s", NEARCALL_KIND_JDK, false, false},
    [89] = {"java.util.BitSet", "J", NEARCALL_KIND_JDK, false, false},
    [90] = {"java.lang.StringBuilder", "s", NEARCALL_KIND_STRING, false, true},
    [91] = {"java.lang.StringBuffer", "s", NEARCALL_KIND_STRING, false, true},
    [92] = {NULL, "", NEARCALL_KIND_JDK, true, false},
    [93] = {NULL, "", NEARCALL_KIND_JDK, true, false},
    [94] = {NULL, "", NEARCALL_KIND_JDK, true, false},
    [95] = {"java.lang.Throwable", "R", NEARCALL_KIND_THROWABLE, false, false},
};

/* Kinds of class 96. Kind 39, which only Java can read, is not in it. */
static const struct nc_jdk_class further_classes[NC_FURTHER_KINDS] = {
    [0] = {"java.lang.Class", "s", NEARCALL_KIND_JDK, false, true},
    [1] = {"java.util.regex.Pattern", "sv", NEARCALL_KIND_JDK, false, true},
    [2] = {NULL, "s", NEARCALL_KIND_JDK, false, false},
    [3] = {NULL, "s", NEARCALL_KIND_JDK, false, false},
    [4] = {"java.io.File", "s", NEARCALL_KIND_JDK, false, false},
    [5] = {"java.net.InetAddress", "Syv", NEARCALL_KIND_JDK, false, false},
    [6] = {"java.net.InetSocketAddress", "Av", NEARCALL_KIND_JDK, false, false},
    [7] = {"java.util.GregorianCalendar", "8o8bbz", NEARCALL_KIND_JDK, false, false},
    [8] = {"java.util.Stack", "L", NEARCALL_KIND_COLLECTION, false, false},
    [9] = {"java.util.Hashtable", "E", NEARCALL_KIND_MAP, false, false},
    [10] = {"java.util.Properties", "EP", NEARCALL_KIND_MAP, false, false},
    [11] = {"java.util.IdentityHashMap", "E", NEARCALL_KIND_MAP, false, false},
    [12] = {"java.util.WeakHashMap", "E", NEARCALL_KIND_MAP, false, false},
    [13] = {NULL, "bL", NEARCALL_KIND_COLLECTION, false, false},
    [14] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [15] = {"java.util.concurrent.ConcurrentLinkedQueue", "L", NEARCALL_KIND_COLLECTION, false, false},
    [16] = {"java.util.concurrent.ConcurrentLinkedDeque", "L", NEARCALL_KIND_COLLECTION, false, false},
    [17] = {"java.util.concurrent.LinkedTransferQueue", "L", NEARCALL_KIND_COLLECTION, false, false},
    [18] = {"java.util.concurrent.LinkedBlockingQueue", "vL", NEARCALL_KIND_COLLECTION, false, false},
    [19] = {"java.util.concurrent.LinkedBlockingDeque", "vL", NEARCALL_KIND_COLLECTION, false, false},
    [20] = {"java.util.concurrent.ArrayBlockingQueue", "vL", NEARCALL_KIND_COLLECTION, false, false},
    [21] = {"java.util.concurrent.PriorityBlockingQueue", "oL", NEARCALL_KIND_COLLECTION, false, false},
    [22] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [23] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [24] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [25] = {NULL, "oL", NEARCALL_KIND_COLLECTION, false, false},
    [26] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
    [27] = {NULL, "oE", NEARCALL_KIND_MAP, false, false},
    [28] = {NULL, "oL", NEARCALL_KIND_COLLECTION, false, false},
    [29] = {NULL, "oE", NEARCALL_KIND_MAP, false, false},
    [30] = {NULL, "o", NEARCALL_KIND_JDK, false, false},
    [31] = {NULL, "zo", NEARCALL_KIND_JDK, false, false},
    [32] = {"java.util.concurrent.atomic.AtomicIntegerArray", "I", NEARCALL_KIND_JDK, false, false},
    [33] = {"java.util.concurrent.atomic.AtomicLongArray", "J", NEARCALL_KIND_JDK, false, false},
    [34] = {"java.util.concurrent.atomic.AtomicReferenceArray", "L", NEARCALL_KIND_JDK, false, false},
    [35] = {"java.util.concurrent.atomic.LongAdder", "8", NEARCALL_KIND_JDK, false, false},
    [36] = {"java.util.concurrent.atomic.DoubleAdder", "d", NEARCALL_KIND_JDK, false, false},
    [37] = {"java.util.concurrent.atomic.AtomicMarkableReference", "zo", NEARCALL_KIND_JDK, false, false},
    [38] = {"java.util.concurrent.atomic.AtomicStampedReference", "4o", NEARCALL_KIND_JDK, false, false},
    [40] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [41] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [42] = {NULL, "oL", NEARCALL_KIND_COLLECTION, false, false},
    [43] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [44] = {NULL, "L", NEARCALL_KIND_COLLECTION, false, false},
    [45] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
    [46] = {NULL, "oE", NEARCALL_KIND_MAP, false, false},
    [47] = {NULL, "oo", NEARCALL_KIND_JDK, false, false},
    [48] = {NULL, "E", NEARCALL_KIND_MAP, false, false},
};

enum { CLASSES = sizeof classes / sizeof *classes };

const struct nc_jdk_class *nc_jdk_class(uint32_t id)
{
    return id < CLASSES ? &classes[id] : NULL;
}

const struct nc_jdk_class *nc_jdk_further(uint32_t kind)
{
    return kind < NC_FURTHER_KINDS && further_classes[kind].layout != NULL ? &further_classes[kind] : NULL;
}

static bool is_named(const struct nc_jdk_class *each, const char *name, size_t length)
{
    return each->name != NULL && strncmp(each->name, name, length) == 0 && each->name[length] == 0;
}

int32_t nc_jdk_id(const char *name, size_t length, uint32_t *further)
{
    if (name[0] != '[' && strncmp(name, "java.", 5) != 0) {
        return -1; /* at once, for each value of the application's classes asks */
    }
    for (int32_t i = 0; i < CLASSES; i++) {
        if (is_named(&classes[i], name, length)) {
            return i;
        }
    }
    for (uint32_t i = 0; i < NC_FURTHER_KINDS; i++) {
        if (is_named(&further_classes[i], name, length)) {
            *further = i;
            return NC_ID_FURTHER;
        }
    }
    return -1;
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.test.Specimens.Specimen;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Pattern;

/** Text, numbers, names and times. */
final class ValueSpecimens extends SpecimenMaker {

    ValueSpecimens() {
        text();
        numbersAndNames();
        times();
    }

    private void text() {
        same("empty string", "");
        same("huge string", "x\u00e9".repeat(200_000));
        same("huge wide string", "\u4e2d".repeat(100_000));
        same("lone surrogates", "\ud83d a \ude00 \udbff");
        StringBuilder planes = new StringBuilder();
        for (int plane = 0; plane <= 16; plane++) {
            planes.appendCodePoint((plane << 16) + 0x2345).appendCodePoint((plane << 16) + 0xFFFD);
        }
        same("a string of all planes", planes.toString());
        by("StringBuilder", new StringBuilder("ab\u20ac"), StringBuilder::toString);
        by("StringBuffer", new StringBuffer("ab"), StringBuffer::toString);
        by(
                "Pattern",
                Pattern.compile("(a|b)+[c-f]?", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS),
                p -> p + "/" + p.flags());
    }

    private void numbersAndNames() {
        same("BigDecimal", new BigDecimal("-1.2300"));
        same("BigInteger", BigInteger.ONE.shiftLeft(300).negate());
        same("UUID", new UUID(1, -2));
        same("URI", URI.create("http://example.org/%20?q#f"));
        same("Locale", Locale.CANADA_FRENCH);
        same("Locale with extensions", Locale.forLanguageTag("de-Latn-DE-u-co-phonebk"));
        same("Currency", Currency.getInstance("JPY"));
        same("BitSet", BitSet.valueOf(new long[] {5, 0, -1}));
        same("Class", LinkedHashMap.class);
        same("Class of an interface", List.class);
        same("Class of a primitive", int.class);
        same("Class of an array", String[][].class);
        same("Class of a specimen", Specimen.class);
        same("Charset", StandardCharsets.UTF_16LE);
        same("File", new File("/tmp/../a b"));
        same("Path", Path.of("a", "..", "b"));
        same("empty Path", Path.of(""));
        try {
            by("InetAddress", InetAddress.getByAddress("gate", new byte[] {10, 0, 0, 1}), InetAddress::toString);
            by("InetAddress without name", InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), InetAddress::toString);
            same("IPv6 address", InetAddress.getByAddress("six", new byte[] {
                (byte) 0xfe, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
            }));
            same("InetSocketAddress", new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 80));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
        same("unresolved InetSocketAddress", InetSocketAddress.createUnresolved("nowhere.invalid", 1));
        same("enum of the JDK", DayOfWeek.FRIDAY);
    }

    private void times() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        same("Instant", Instant.ofEpochSecond(-1, 5));
        same("Duration", Duration.ofMillis(-1));
        same("Period", Period.of(1, -2, 3));
        same("LocalDate", LocalDate.of(2026, 2, 28));
        same("LocalTime", LocalTime.of(23, 59, 59, 999_999_999));
        same("LocalDateTime", LocalDateTime.of(2026, 1, 1, 0, 0));
        same("ZoneId", berlin);
        same("ZoneOffset", ZoneOffset.ofTotalSeconds(-12_345));
        same(
                "ZonedDateTime",
                ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, berlin).withLaterOffsetAtOverlap());
        same("OffsetDateTime", OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 1, ZoneOffset.MAX));
        same("OffsetTime", OffsetTime.of(1, 2, 3, 4, ZoneOffset.MIN));
        same("Year", Year.of(2026));
        same("YearMonth", YearMonth.of(2026, 12));
        same("MonthDay", MonthDay.of(2, 29));
        same("ChronoUnit", ChronoUnit.DECADES);
        same("JapaneseDate", JapaneseDate.of(2026, 1, 2));
        same("ThaiBuddhistDate", ThaiBuddhistDate.of(2569, 1, 2));
        same("ValueRange", ValueRange.of(1, 2, 3, 4));
        same("WeekFields", WeekFields.ISO);
        same("Date", new Date(-1));
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        calendar.setTimeInMillis(-12_345_678);
        calendar.setFirstDayOfWeek(Calendar.MONDAY);
        calendar.setMinimalDaysInFirstWeek(4);
        calendar.setLenient(false);
        same("GregorianCalendar", calendar);
        same("TimeZone", TimeZone.getTimeZone("America/Lima"));
        same("TimeZone of an offset", TimeZone.getTimeZone("GMT+03:30"));
        same("SimpleTimeZone", new SimpleTimeZone(3_600_000, "own", 2, -1, 1, 7_200_000, 9, -1, 1, 7_200_000));
        same("java.sql.Timestamp", timestamp());
        same("java.sql.Date", new java.sql.Date(1_000_000_000_000L));
        same("java.sql.Time", new java.sql.Time(12_345_000));
    }

    private Object timestamp() {
        java.sql.Timestamp timestamp = new java.sql.Timestamp(1_000);
        timestamp.setNanos(123_456_789);
        return timestamp;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
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
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Converts JDK values that are a text in JSON. */
final class TextValues {

    private record Form<T>(Function<String, T> reader, Function<T, String> writer) {}

    private static final Map<Class<?>, Form<?>> FORMS = new LinkedHashMap<>();

    static {
        put(String.class, text -> text, text -> text);
        put(StringBuilder.class, StringBuilder::new, StringBuilder::toString);
        put(StringBuffer.class, StringBuffer::new, StringBuffer::toString);
        put(UUID.class, UUID::fromString, UUID::toString);
        put(URI.class, URI::create, URI::toString);
        put(Locale.class, Locale::forLanguageTag, Locale::toLanguageTag);
        put(Currency.class, Currency::getInstance, Currency::getCurrencyCode);
        put(File.class, File::new, File::getPath);
        put(Path.class, Path::of, Path::toString);
        put(Charset.class, Charset::forName, Charset::name);
        put(Pattern.class, Pattern::compile, Pattern::pattern);
        put(Instant.class, Instant::parse, Instant::toString);
        put(Duration.class, Duration::parse, Duration::toString);
        put(Period.class, Period::parse, Period::toString);
        put(LocalDate.class, LocalDate::parse, LocalDate::toString);
        put(LocalTime.class, LocalTime::parse, LocalTime::toString);
        put(LocalDateTime.class, LocalDateTime::parse, LocalDateTime::toString);
        put(ZonedDateTime.class, ZonedDateTime::parse, ZonedDateTime::toString);
        put(OffsetDateTime.class, OffsetDateTime::parse, OffsetDateTime::toString);
        put(OffsetTime.class, OffsetTime::parse, OffsetTime::toString);
        put(Year.class, Year::parse, Year::toString);
        put(YearMonth.class, YearMonth::parse, YearMonth::toString);
        put(MonthDay.class, MonthDay::parse, MonthDay::toString);
        put(ZoneOffset.class, ZoneOffset::of, ZoneOffset::getId);
        put(ZoneId.class, ZoneId::of, ZoneId::getId);
        put(TimeZone.class, TimeZone::getTimeZone, TimeZone::getID);
        put(
                java.sql.Timestamp.class,
                text -> java.sql.Timestamp.from(Instant.parse(text)),
                stamp -> stamp.toInstant().toString());
        put(java.sql.Date.class, java.sql.Date::valueOf, java.sql.Date::toString);
        put(java.sql.Time.class, java.sql.Time::valueOf, java.sql.Time::toString);
        put(
                Date.class,
                text -> Date.from(Instant.parse(text)),
                date -> date.toInstant().toString());
        put(
                GregorianCalendar.class,
                TextValues::calendar,
                calendar -> calendar.toZonedDateTime().toString());
        put(
                Calendar.class,
                TextValues::calendar,
                calendar -> calendar.toInstant().toString());
        put(InetAddress.class, TextValues::address, InetAddress::getHostAddress);
        put(InetSocketAddress.class, TextValues::socketAddress, TextValues::text);
        put(BigInteger.class, BigInteger::new, BigInteger::toString);
        put(BigDecimal.class, BigDecimal::new, BigDecimal::toString);
    }

    private TextValues() {}

    private static <T> void put(Class<T> type, Function<String, T> reader, Function<T, String> writer) {
        FORMS.put(type, new Form<>(reader, writer));
    }

    private static GregorianCalendar calendar(String text) {
        return GregorianCalendar.from(ZonedDateTime.parse(text));
    }

    /** Reads an address. Looks no name up, because a value must not depend on what the network says today. */
    private static InetAddress address(String text) {
        if (!text.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.%a-z]*")) {
            throw new IllegalArgumentException("an address has digits, such as 10.0.0.1 or ::1");
        }
        return new InetSocketAddress(text, 0).getAddress();
    }

    private static InetSocketAddress socketAddress(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("a port follows behind a colon, as in 10.0.0.1:80");
        }
        String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
        int port = Integer.parseInt(text.substring(colon + 1));
        return host.matches("[0-9.]+|.*:.*")
                ? new InetSocketAddress(address(host), port)
                : InetSocketAddress.createUnresolved(host, port);
    }

    private static String text(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? '[' + host + ']' : host) + ':' + address.getPort();
    }

    /** Returns whether a variable of that type is read from a text. */
    static boolean isRead(Class<?> type) {
        return FORMS.containsKey(type);
    }

    /** @throws RuntimeException of some class if the text is no value of that type */
    static Object read(Class<?> type, String text) {
        return FORMS.get(type).reader().apply(text);
    }

    /** Returns the type as which the text is read again. The value's own class may be internal, as for a path. */
    static Class<?> typeOf(Object value) {
        return FORMS.keySet().stream()
                .filter(each -> each.isInstance(value))
                .findFirst()
                .orElse(value.getClass());
    }

    /** Returns null if the value has no text. */
    static String write(Object value) {
        for (Map.Entry<Class<?>, Form<?>> each : FORMS.entrySet()) {
            if (each.getKey().isInstance(value)) {
                return write(each.getValue(), value);
            }
        }
        return value instanceof Class<?> type ? type.getName() : null;
    }

    @SuppressWarnings("unchecked")
    private static <T> String write(Form<T> form, Object value) {
        return form.writer().apply((T) value);
    }
}

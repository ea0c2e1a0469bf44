// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads numbers without loss: a number that does not fit is refused. */
final class JsonNumbers {

    private static final Map<Class<?>, Function<BigDecimal, Object>> WHOLE = Map.of(
            byte.class, BigDecimal::byteValueExact,
            Byte.class, BigDecimal::byteValueExact,
            short.class, BigDecimal::shortValueExact,
            Short.class, BigDecimal::shortValueExact,
            int.class, BigDecimal::intValueExact,
            Integer.class, BigDecimal::intValueExact,
            long.class, BigDecimal::longValueExact,
            Long.class, BigDecimal::longValueExact);

    private static final List<Class<?>> FLOATING = List.of(float.class, Float.class, double.class, Double.class);

    /** The values that JSON numbers cannot express. */
    private static final List<String> NO_NUMBERS = List.of("NaN", "Infinity", "-Infinity");

    /** More characters than any number here needs. BigDecimal would take long for 1e999999999. */
    private static final int MOST_CHARACTERS = 400;

    private JsonNumbers() {}

    static boolean isNumber(Class<?> type) {
        return WHOLE.containsKey(type) || FLOATING.contains(type);
    }

    static Object read(JsonElement json, Class<?> type, String place) {
        if (!(json instanceof JsonPrimitive number)
                || !number.isNumber() && !NO_NUMBERS.contains(number.getAsString())) {
            throw JsonMismatch.at(place, "a number is needed, not " + json);
        }
        String text = number.getAsString();
        if (FLOATING.contains(type)) {
            return type == float.class || type == Float.class
                    ? (Object) Float.parseFloat(text)
                    : (Object) Double.parseDouble(text);
        }
        try {
            BigDecimal exact = text.length() > MOST_CHARACTERS ? null : new BigDecimal(text);
            if (exact != null && Math.abs((long) exact.scale()) <= MOST_CHARACTERS) {
                return WHOLE.get(type).apply(exact);
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // handled below
        }
        throw JsonMismatch.at(place, json + " does not fit into " + type.getSimpleName());
    }

    /** Returns the first of int, long, BigInteger and double that can hold the number. */
    static Object natural(JsonPrimitive json) {
        String text = json.getAsString();
        if (!text.matches("-?[0-9]{1,400}")) {
            return Double.parseDouble(text);
        }
        BigInteger whole = new BigInteger(text);
        if (whole.bitLength() < Integer.SIZE) {
            return whole.intValue();
        }
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : (Object) whole;
    }
}

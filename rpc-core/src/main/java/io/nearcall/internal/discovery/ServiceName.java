// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

/**
 * The name of a service, which is part of a file's name. It has ASCII letters, digits and {@code . _ - $}, and begins
 * with a letter, a digit, {@code _} or {@code $}.
 */
public record ServiceName(String value) {

    private static final int MAX_LENGTH = 100;

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is empty, too long for every directory, or has any other character
     */
    public ServiceName {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("A service name must not be empty");
        }
        if (value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("The service name \"" + value + "\" is too long: " + value.length()
                    + " characters, at most " + MAX_LENGTH + " fit into a socket's path");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isAllowed(c, i == 0)) {
                throw new IllegalArgumentException("The service name \"" + value + "\" has '" + c + "' (U+"
                        + String.format("%04X", (int) c) + ") at index " + i
                        + "; a name has ASCII letters, digits, '.', '_', '-' and '$', and begins with neither '.' nor"
                        + " '-'");
            }
        }
    }

    static boolean isValid(String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (!isAllowed(value.charAt(i), i == 0)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(char c, boolean first) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '_'
                || c == '$'
                || !first && (c == '.' || c == '-');
    }

    @Override
    public String toString() {
        return value;
    }
}

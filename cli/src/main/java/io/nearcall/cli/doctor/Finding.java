// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.cli.JsonLine;
import java.util.Locale;

/**
 * The result of one check.
 *
 * @param check its number, such as D01; a number is never reused
 * @param help what to do; empty if all is well
 */
record Finding(String check, State state, String message, String help) {

    /** How bad it is. */
    enum State {
        OK,
        /** It works, but not as well as it could. */
        WARN,
        /** Something does not work. */
        FAIL
    }

    static Finding ok(String check, String message) {
        return new Finding(check, State.OK, message, "");
    }

    static Finding warn(String check, String message, String help) {
        return new Finding(check, State.WARN, message, help);
    }

    static Finding fail(String check, String message, String help) {
        return new Finding(check, State.FAIL, message, help);
    }

    String text() {
        String word = state == State.OK ? "ok" : state.name();
        return String.format("%-5s %s %s%s", word, check, message, help.isEmpty() ? "" : "\n          " + help);
    }

    String json() {
        return new JsonLine()
                .put("check", check)
                .put("state", state.name().toLowerCase(Locale.ROOT))
                .put("message", message)
                .put("help", help)
                .toString();
    }
}

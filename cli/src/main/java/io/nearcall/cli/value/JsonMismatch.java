// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import io.nearcall.cli.model.Refusal;

/** The JSON is no value of the declared type. */
final class JsonMismatch {

    private JsonMismatch() {}

    /** @param place such as {@code order.lines[2]} */
    static Refusal at(String place, String what) {
        return new Refusal(place + ": " + what);
    }
}

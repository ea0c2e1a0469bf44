// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;

/** Writes JSON for programs: one value on each line. */
public final class JsonLines {

    private static final Gson GSON =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private JsonLines() {}

    /** Returns the text without a line feed. */
    public static String text(JsonElement json) {
        return GSON.toJson(json);
    }
}

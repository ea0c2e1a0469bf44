// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;

/** What programs read: one value of JSON on each line. */
public final class JsonLines {

    private static final Gson GSON =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private JsonLines() {}

    /** Without a line feed. */
    public static String text(JsonElement json) {
        return GSON.toJson(json);
    }
}

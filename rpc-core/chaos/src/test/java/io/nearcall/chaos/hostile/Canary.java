// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A class that is not allowed. It creates a file if it is initialised all the same. */
public final class Canary {

    static final String SONG = "canary-sang";

    static {
        try {
            Files.createFile(Path.of(System.getProperty("java.io.tmpdir"), SONG));
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public int note;
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;

/** Checks the native library. */
final class LibraryCheck {

    private LibraryCheck() {}

    static Finding library() {
        try {
            NativeLibrary.load();
            return Finding.ok("D03", "native library: loaded on Java " + Runtime.version());
        } catch (NativeLibraryException e) {
            return Finding.fail(
                    "D03",
                    "native library: " + e.getMessage(),
                    "Calls go over sockets, some 30 times slower, until it can be loaded. On Java 22 or newer,"
                            + " nearcall-ipc-ffm on the class path of a program replaces it.");
        }
    }
}

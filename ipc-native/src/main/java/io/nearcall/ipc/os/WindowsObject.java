// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/**
 * An object of Windows that has a name.
 *
 * @param existed whether it was there before this call
 */
public record WindowsObject(long handle, boolean existed) {

    /** Takes a result of {@code win_made}: a handle, twice as large, and a bit. */
    static WindowsObject made(long result, String call, String name) {
        WindowsErrors.check(result, call, name);
        return new WindowsObject(result >> 1, (result & 1) != 0);
    }
}

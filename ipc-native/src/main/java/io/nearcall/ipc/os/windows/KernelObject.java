// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

/**
 * An object of Windows that has a name.
 *
 * @param existed whether it was there before this call
 */
public record KernelObject(long handle, boolean existed) {

    /** Takes a result of {@code win_made}: a handle, twice as large, and a bit. */
    static KernelObject made(long result, String call, String name) {
        ErrorCodes.check(result, call, name);
        return new KernelObject(result >> 1, (result & 1) != 0);
    }
}

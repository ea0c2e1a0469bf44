// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

/**
 * A name by which processes of one user find each other's objects, on every system. Memory, semaphores, mutexes and pipes
 * of one name do not disturb each other.
 *
 * @param value 1 to 64 lower-case letters, digits, and {@code . _ -}, and no dot first: Windows does not tell upper case
 *     from lower case everywhere
 */
public record IpcName(String value) {

    private static final String NAMES = "[a-z0-9_-][a-z0-9._-]{0,63}";

    /** @throws IllegalArgumentException if the name is invalid */
    public IpcName {
        if (!value.matches(NAMES)) {
            throw new IllegalArgumentException("value=\"" + value
                    + "\" is not 1 to 64 lower-case letters, digits, '.', '_' and '-', and no '.' first");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;

/** The user and the group of this process, by the effective ids. The JDK tells them of files only. */
record PlainOwner(UserPrincipal user, GroupPrincipal group, int uid, int gid) {

    private static final Path OWN_PROCESS = Path.of("/proc/self");

    static PlainOwner current() {
        try {
            return of(OWN_PROCESS);
        } catch (IOException e) {
            return ofOwnFile(); // no /proc
        }
    }

    private static PlainOwner ofOwnFile() {
        try {
            Path file = Files.createTempFile("nearcall", null);
            try {
                return of(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "There is no /proc, and no file can be made in java.io.tmpdir: " + e.getMessage(), e);
        }
    }

    private static PlainOwner of(Path file) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        return new PlainOwner(attributes.owner(), attributes.group(), (int) Files.getAttribute(file, "unix:uid"), (int)
                Files.getAttribute(file, "unix:gid"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** The services of a runtime directory: those that live, and the remains of those that died. */
public final class ServiceListing {

    private static final Host HOST = Host.current();

    private ServiceListing() {}

    /** The names that are held now, in alphabetical order. Removes the files of dead processes on the way. */
    public static List<String> live(RuntimeDirectory directory) {
        List<String> live = new ArrayList<>();
        for (String name : names(directory)) {
            if (isHeld(directory, new ServiceName(name))) {
                live.add(name);
            }
        }
        return Collections.unmodifiableList(live);
    }

    /** The names that have a file, in alphabetical order. */
    static Collection<String> names(RuntimeDirectory directory) {
        TreeSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(directory.path()))) {
            for (Path each : files) {
                String file = each.getFileName().toString();
                addName(names, file, RuntimeDirectory.LOCK_SUFFIX);
                addName(names, file, RuntimeDirectory.SOCKET_SUFFIX);
            }
        } catch (NoSuchFileException e) {
            return names;
        } catch (IOException | DirectoryIteratorException e) {
            throw new TransportException(
                    Outcome.NOT_SENT,
                    "listing the directory " + directory.path(),
                    "Check this process's limit on open files (ulimit -n).",
                    e);
        }
        return names;
    }

    /**
     * A name and its holder, according to its lock.
     *
     * @param pid 0 if the holder is unknown, or has no process number here
     * @param alive also false if that is unknown
     */
    public record Held(String name, int pid, boolean alive) {}

    /** The names that have locks, in alphabetical order. Removes nothing, so dead holders can be seen. */
    public static List<Held> seen(RuntimeDirectory directory) {
        TreeSet<String> names = new TreeSet<>();
        String[] files = new File(directory.path()).list();
        for (String file : files == null ? new String[0] : files) {
            addName(names, file, RuntimeDirectory.LOCK_SUFFIX);
        }
        List<Held> seen = new ArrayList<>();
        for (String name : names) {
            Holder holder = NameLock.holder(directory, new ServiceName(name));
            seen.add(new Held(name, holder.pidHere(), holder.isAlive()));
        }
        return seen;
    }

    private static void addName(TreeSet<String> names, String file, String suffix) {
        if (file.endsWith(suffix)) {
            String name = file.substring(0, file.length() - suffix.length());
            if (ServiceName.isValid(name)) {
                names.add(name);
            }
        }
    }

    private static boolean isHeld(RuntimeDirectory directory, ServiceName name) {
        try {
            return !sweep(directory, name);
        } catch (TransportException e) {
            if (e.getCause() == null) {
                return false; // a foreign file bears the lock's name
            }
            throw e;
        }
    }

    /**
     * Removes the socket and the lock of a name whose holder is dead. To be called by whoever notices the death. Does
     * nothing in another user's directory, because only that user may take its locks.
     *
     * @return true if nobody holds the name, so nothing is left of it; false if it is held, perhaps by a new process by
     *     now, or if that is unknown
     * @throws TransportException if a file that is not ours bears the lock's name; it is left untouched
     */
    public static boolean sweep(RuntimeDirectory directory, ServiceName name) {
        String path = directory.socketPath(name);
        if (HOST.lstat(path) == null && HOST.lstat(directory.lockPath(name)) == null) {
            return true;
        }
        if (!directory.isOwn()) {
            return false;
        }
        try (NameLock lock = NameLock.acquireForSweeping(directory, name)) {
            if (lock == null) {
                return false;
            }
            if (ServiceSocket.listening(directory, name) != null) {
                return false; // the lock of a living holder was removed; that holder will make another one
            }
            FileStatus left = HOST.lstat(path);
            if (left != null && left.isSocket()) {
                HOST.unlink(path);
            }
            return true;
        }
    }

    /** The process that holds the name, according to its lock; 0 if it is unknown, or has no process number here. */
    public static int holderPid(RuntimeDirectory directory, ServiceName name) {
        return NameLock.holder(directory, name).pidHere();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.Platform;
import io.nearcall.ipc.os.UserNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntPredicate;

/**
 * The directory of the sockets and locks of one user's services. An instance stands for a real directory that is owned
 * by this user or a user whom this process trusts, and is closed to all others. If the directory was configured
 * explicitly, others may pass through, but neither list nor change it.
 */
public final class RuntimeDirectory {

    /** The system property that names the directory; it precedes {@link #VARIABLE}. */
    public static final String PROPERTY = "io.nearcall.dir";

    /** The environment variable that names the directory. */
    public static final String VARIABLE = "NEARCALL_DIR";

    /** On Linux {@code sun_path} has 108 bytes, and the last one is a zero. */
    static final int MAX_SOCKET_PATH_BYTES = 107;

    static final String SOCKET_SUFFIX = ".sock";
    static final String LOCK_SUFFIX = ".lock";

    private static final Host HOST = Host.current();
    private static final int PRIVATE = 0700;
    private static final int PASSABLE = 0711;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;

    private static final int ROOT = 0;

    private final String path;
    private final boolean own;
    private final int mode;
    private final boolean explicit;
    private final IntPredicate trusts;

    private RuntimeDirectory(String path, boolean own, int mode, boolean explicit, IntPredicate trusts) {
        this.path = path;
        this.own = own;
        this.mode = mode;
        this.explicit = explicit;
        this.trusts = trusts;
    }

    /**
     * Finds this user's directory, makes it if it is missing, and checks it.
     *
     * @throws TransportException if another user could change its content
     * @throws TransportException if it cannot be made
     */
    public static RuntimeDirectory open() {
        return open(uid -> false);
    }

    /**
     * As {@link #open()}, but a configured directory may also belong to one of certain other users.
     *
     * @param trusts whether this process trusts the services of a user
     */
    public static RuntimeDirectory open(IntPredicate trusts) {
        String configured = configured(System.getProperties(), System.getenv());
        return configured == null ? check(defaultPath(), false, uid -> false) : open(configured, trusts);
    }

    /** As {@link #open()}, for the directory that the user names. */
    public static RuntimeDirectory open(String path) {
        return open(path, uid -> false);
    }

    /** As {@link #open(IntPredicate)}, for the directory that the user names. */
    public static RuntimeDirectory open(String path, IntPredicate trusts) {
        return check(Path.of(path).toAbsolutePath().normalize().toString(), true, trusts);
    }

    static String configured(Properties properties, Map<String, String> environment) {
        String property = properties.getProperty(PROPERTY);
        if (property != null && !property.isBlank()) {
            return property;
        }
        String variable = environment.get(VARIABLE);
        return variable != null && !variable.isBlank() ? variable : null;
    }

    private static String defaultPath() {
        if (Platform.isWindows()) {
            return ofProfile();
        }
        int uid = HOST.uid();
        FileStatus status = HOST.lstat(session(uid));
        return status != null && status.isDirectory() && status.uid() == uid ? ofSession(uid) : ofUser(uid);
    }

    /** A user's directory on Windows, which only that user and administrators may change. */
    private static String ofProfile() {
        String local = System.getenv("LOCALAPPDATA");
        return Path.of(local == null || local.isBlank() ? System.getProperty("user.home") : local, "nearcall")
                .toString();
    }

    private static String session(int uid) {
        return "/run/user/" + Integer.toUnsignedString(uid);
    }

    private static String ofSession(int uid) {
        return session(uid) + "/nearcall";
    }

    private static String ofUser(int uid) {
        return "/tmp/nearcall-" + Integer.toUnsignedString(uid);
    }

    /**
     * The other directories in which processes of this user meet by default. A process that was started before the
     * session, or outside of it, may have had no {@code /run/user/UID}. Only directories that exist and can be trusted.
     */
    List<RuntimeDirectory> others() {
        List<RuntimeDirectory> others = new ArrayList<>();
        if (Platform.isWindows()) {
            return others; // there is one by default
        }
        for (String other : List.of(ofSession(HOST.uid()), ofUser(HOST.uid()))) {
            try {
                if (!other.equals(path) && HOST.lstat(other) != null) {
                    others.add(check(other, false));
                }
            } catch (NearcallException | OsException e) {
                // it belongs to another user, or is closed to this one
            }
        }
        return others;
    }

    static RuntimeDirectory check(String path, boolean explicit) {
        return check(path, explicit, uid -> false);
    }

    private static RuntimeDirectory check(String path, boolean explicit, IntPredicate trusts) {
        return check(path, PRIVATE, explicit, trusts);
    }

    /** @param modeIfMade the mode of the directory if there is none yet */
    private static RuntimeDirectory check(String path, int modeIfMade, boolean explicit, IntPredicate trusts) {
        int uid = HOST.uid();
        boolean unnamed = uid == UserNamespace.UNNAMED || trusts.test(UserNamespace.UNNAMED);
        if (unnamed && !UserNamespace.hasAllUsers()) {
            throw TransportException.insecureDirectory(
                    path,
                    "user " + UserNamespace.UNNAMED
                            + " is the user of this process or one that it allows, and the kernel also shows this number"
                            + " for every user who has none in this user namespace",
                    "Run as another user, such as the one that unshare --map-current-user gives, and do not allow user "
                            + UserNamespace.UNNAMED + ".");
        }
        checkParent(path, owner -> owner == uid || isRoot(owner) || trusts.test(owner));
        FileStatus status = made(path, modeIfMade);
        int mode = status.permissions();
        if (status.isSymbolicLink()) {
            throw TransportException.insecureDirectory(
                    path, "it is a symbolic link", "Configure the directory that it points to, or remove the link.");
        }
        if (!status.isDirectory()) {
            throw TransportException.insecureDirectory(
                    path, "it is " + FileKind.of(status), "Move it away, or configure another directory.");
        }
        if (status.uid() != uid && !trusts.test(status.uid())) {
            throw TransportException.insecureDirectory(
                    path,
                    "it belongs to " + FileKind.user(status.uid()) + ", this process runs as " + FileKind.user(uid),
                    "Configure a directory of your own (system property " + PROPERTY + " or environment variable "
                            + VARIABLE + "), or have its owner or root remove it.");
        }
        int allowed = explicit ? PASSABLE : PRIVATE;
        if ((mode & 0777 & ~allowed) != 0) {
            throw TransportException.insecureDirectory(
                    path,
                    String.format(
                            "its mode is %04o, which lets others in; at most %04o is accepted%s",
                            mode, allowed, explicit ? "" : " for the default directory"),
                    "Check that it contains no files of others, then "
                            + (Platform.isWindows()
                                    ? "remove all others from its access list."
                                    : "run: chmod 700 " + path));
        }
        return new RuntimeDirectory(path, status.uid() == uid, mode & 0777, explicit, trusts);
    }

    private static boolean isRoot(int owner) {
        return owner == ROOT || owner == UserNamespace.UNNAMED && !UserNamespace.hasUser(UserNamespace.UNNAMED);
    }

    /** Checks the parent, because whoever can rename our directory can put another one in its place. */
    private static void checkParent(String path, IntPredicate trusts) {
        String parent = parent(path);
        FileStatus status = parent == null ? null : HOST.lstat(parent);
        if (status == null || !status.isDirectory()) {
            return; // the directory cannot be made then
        }
        if (!trusts.test(status.uid())) {
            throw TransportException.insecureDirectory(
                    path,
                    FileKind.user(status.uid()) + " may rename it, because " + parent + " is that user's",
                    "Configure a directory in one of your own or of root.");
        }
        if ((status.mode() & WRITABLE_BY_OTHERS) != 0 && (status.mode() & STICKY) == 0) {
            throw TransportException.insecureDirectory(
                    path,
                    String.format(
                            "others may rename it, because the mode of %s is %04o", parent, status.mode() & 07777),
                    Platform.isWindows()
                            ? "Configure a directory in one of your own."
                            : "Run: chmod o-w " + parent + ", or configure a directory elsewhere.");
        }
    }

    /** The directory that contains it, with links followed; null if there is none. */
    private static String parent(String path) {
        Path parent = Path.of(path).getParent();
        try {
            return parent == null ? null : parent.toRealPath().toString();
        } catch (IOException e) {
            return null;
        }
    }

    private static FileStatus made(String path, int mode) {
        try {
            FileStatus status = HOST.lstat(path);
            if (status != null) {
                return status;
            }
            try {
                HOST.makeDirectory(path, mode);
            } catch (OsException e) {
                if (e.errno() != Errno.EEXIST) {
                    throw e;
                }
            }
            status = HOST.lstat(path);
            if (status == null) {
                throw new OsException("lstat", Errno.ENOENT, path);
            }
            return status;
        } catch (OsException e) {
            throw new TransportException(
                    Outcome.NOT_SENT,
                    "making the runtime directory " + path,
                    "Make it yourself with mode 0700, or configure another one (system property " + PROPERTY
                            + ", environment variable " + VARIABLE + ").",
                    e);
        }
    }

    /**
     * Makes this user's directory again, with its former mode, if it was removed. Checks what is there as {@link
     * #open()} does. Does nothing for another user's directory, which only that user may make.
     *
     * @throws TransportException if it is there, and another user could change its content
     * @throws TransportException if it cannot be made
     */
    void restore() {
        if (own) {
            check(path, mode, explicit, trusts);
        }
    }

    /** The absolute path. */
    public String path() {
        return path;
    }

    /** Whether it is this user's. Otherwise it belongs to a trusted user, who may remove everything in it. */
    boolean isOwn() {
        return own;
    }

    /** Whether other users may pass through, so services in it can be open to them. */
    public boolean isPassable() {
        return (mode & 0011) != 0;
    }

    /**
     * Where the socket of a service lies.
     *
     * @throws IllegalArgumentException if the path is longer than a socket's may be
     */
    public String socketPath(ServiceName name) {
        String socket = path + "/" + name.value() + SOCKET_SUFFIX;
        int length = socket.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH_BYTES && !Platform.isWindows()) {
            throw new IllegalArgumentException("The socket path " + socket + " has " + length + " bytes, Linux allows "
                    + MAX_SOCKET_PATH_BYTES + "; use a shorter service name or runtime directory");
        }
        return socket;
    }

    /** Where the lock of a service's name lies. */
    public String lockPath(ServiceName name) {
        return path + "/" + name.value() + LOCK_SUFFIX;
    }

    @Override
    public String toString() {
        return path;
    }
}

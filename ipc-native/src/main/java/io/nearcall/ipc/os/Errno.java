// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** The error numbers of Linux that the calls of this package return. The same on x86-64 and AArch64. */
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ESRCH = 3;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int E2BIG = 7;
    public static final int EBADF = 9;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int EEXIST = 17;
    public static final int EXDEV = 18;
    public static final int ENODEV = 19;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ETXTBSY = 26;
    public static final int EFBIG = 27;
    public static final int ENOSPC = 28;
    public static final int EROFS = 30;
    public static final int EPIPE = 32;
    public static final int ERANGE = 34;
    public static final int EDEADLK = 35;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOLCK = 37;
    public static final int ENOSYS = 38;
    public static final int ENOTEMPTY = 39;
    public static final int ELOOP = 40;
    public static final int ENOMSG = 42;
    public static final int EIDRM = 43;
    public static final int EPROTO = 71;
    public static final int EOVERFLOW = 75;
    public static final int ENOTSOCK = 88;
    public static final int EMSGSIZE = 90;
    public static final int ENOPROTOOPT = 92;
    public static final int EOPNOTSUPP = 95;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ECONNABORTED = 103;
    public static final int ECONNRESET = 104;
    public static final int ENOBUFS = 105;
    public static final int EISCONN = 106;
    public static final int ENOTCONN = 107;
    public static final int ETOOMANYREFS = 109;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    public static final int EDQUOT = 122;
    public static final int ECANCELED = 125;

    private Errno() {}

    /**
     * Returns the symbol of a number, such as {@code ECONNREFUSED}, or {@code errno 4711} for one that is not listed.
     */
    public static String name(int errno) {
        return switch (errno) {
            case EPERM -> "EPERM";
            case ENOENT -> "ENOENT";
            case ESRCH -> "ESRCH";
            case EINTR -> "EINTR";
            case EIO -> "EIO";
            case ENXIO -> "ENXIO";
            case E2BIG -> "E2BIG";
            case EBADF -> "EBADF";
            case EAGAIN -> "EAGAIN";
            case ENOMEM -> "ENOMEM";
            case EACCES -> "EACCES";
            case EFAULT -> "EFAULT";
            case EBUSY -> "EBUSY";
            case EEXIST -> "EEXIST";
            case EXDEV -> "EXDEV";
            case ENODEV -> "ENODEV";
            case ENOTDIR -> "ENOTDIR";
            case EISDIR -> "EISDIR";
            case EINVAL -> "EINVAL";
            case ENFILE -> "ENFILE";
            case EMFILE -> "EMFILE";
            case ETXTBSY -> "ETXTBSY";
            case EFBIG -> "EFBIG";
            case ENOSPC -> "ENOSPC";
            case EROFS -> "EROFS";
            case EPIPE -> "EPIPE";
            case ERANGE -> "ERANGE";
            case EDEADLK -> "EDEADLK";
            case ENAMETOOLONG -> "ENAMETOOLONG";
            case ENOLCK -> "ENOLCK";
            case ENOSYS -> "ENOSYS";
            case ENOTEMPTY -> "ENOTEMPTY";
            case ELOOP -> "ELOOP";
            case ENOMSG -> "ENOMSG";
            case EIDRM -> "EIDRM";
            case EPROTO -> "EPROTO";
            case EOVERFLOW -> "EOVERFLOW";
            case ENOTSOCK -> "ENOTSOCK";
            case EMSGSIZE -> "EMSGSIZE";
            case ENOPROTOOPT -> "ENOPROTOOPT";
            case EOPNOTSUPP -> "EOPNOTSUPP";
            case EADDRINUSE -> "EADDRINUSE";
            case EADDRNOTAVAIL -> "EADDRNOTAVAIL";
            case ECONNABORTED -> "ECONNABORTED";
            case ECONNRESET -> "ECONNRESET";
            case ENOBUFS -> "ENOBUFS";
            case EISCONN -> "EISCONN";
            case ENOTCONN -> "ENOTCONN";
            case ETOOMANYREFS -> "ETOOMANYREFS";
            case ETIMEDOUT -> "ETIMEDOUT";
            case ECONNREFUSED -> "ECONNREFUSED";
            case EDQUOT -> "EDQUOT";
            case ECANCELED -> "ECANCELED";
            default -> "errno " + errno;
        };
    }

    /** Returns a number in words, such as {@code connection refused}. */
    public static String text(int errno) {
        return switch (errno) {
            case EPERM -> "operation not permitted";
            case ENOENT -> "no such file or directory";
            case ESRCH -> "no such process";
            case EINTR -> "interrupted by a signal";
            case EIO -> "input/output error";
            case ENXIO -> "no such device or address";
            case E2BIG -> "argument list too long";
            case EBADF -> "bad file descriptor";
            case EAGAIN -> "would block, try again";
            case ENOMEM -> "out of memory";
            case EACCES -> "permission denied";
            case EFAULT -> "bad address";
            case EBUSY -> "busy";
            case EEXIST -> "exists already";
            case EXDEV -> "on another file system";
            case ENODEV -> "no such device";
            case ENOTDIR -> "not a directory";
            case EISDIR -> "is a directory";
            case EINVAL -> "invalid argument";
            case ENFILE -> "too many open files in the system";
            case EMFILE -> "too many open files in this process";
            case ETXTBSY -> "file is being executed";
            case EFBIG -> "file too large";
            case ENOSPC -> "no space left";
            case EROFS -> "read-only file system";
            case EPIPE -> "the other side has closed";
            case ERANGE -> "out of range";
            case EDEADLK -> "deadlock avoided";
            case ENAMETOOLONG -> "name too long";
            case ENOLCK -> "no locks available";
            case ENOSYS -> "not implemented by this kernel";
            case ENOTEMPTY -> "directory not empty";
            case ELOOP -> "is a symbolic link, or too many of them";
            case ENOMSG -> "no message of the wanted type";
            case EIDRM -> "identifier removed";
            case EPROTO -> "protocol error";
            case EOVERFLOW -> "value too large";
            case ENOTSOCK -> "not a socket";
            case EMSGSIZE -> "message too long";
            case ENOPROTOOPT -> "no such socket option";
            case EOPNOTSUPP -> "operation not supported";
            case EADDRINUSE -> "address in use";
            case EADDRNOTAVAIL -> "address not available";
            case ECONNABORTED -> "connection aborted";
            case ECONNRESET -> "connection reset by the other side";
            case ENOBUFS -> "no buffer space";
            case EISCONN -> "connected already";
            case ENOTCONN -> "not connected";
            case ETOOMANYREFS -> "too many descriptors in flight";
            case ETIMEDOUT -> "timed out";
            case ECONNREFUSED -> "connection refused";
            case EDQUOT -> "quota exceeded";
            case ECANCELED -> "cancelled";
            default -> "unknown error";
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMemory;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;

/** The three kinds of objects, with the operations that they have in common. */
enum SysVKind {
    MEMORY("shm", "shared memory", "kernel.shmmni and kernel.shmall") {
        @Override
        int open(int key, long size, int flags) {
            return SysVMemory.open(key, size, flags);
        }

        @Override
        Owner owner(int id) {
            SysVMemory.Status status = SysVMemory.status(id);
            return new Owner(status.owner(), status.maker(), status.permissions(), status.key());
        }

        @Override
        boolean remove(int id) {
            return SysVMemory.remove(id);
        }
    },

    QUEUE("msg", "message queue", "kernel.msgmni") {
        @Override
        int open(int key, long size, int flags) {
            return SysVMessages.open(key, flags);
        }

        @Override
        Owner owner(int id) {
            SysVMessages.Status status = SysVMessages.status(id);
            return new Owner(status.owner(), status.maker(), status.permissions(), status.key());
        }

        @Override
        boolean remove(int id) {
            return SysVMessages.remove(id);
        }
    },

    SEMAPHORES("sem", "semaphores", "kernel.sem") {
        @Override
        int open(int key, long size, int flags) {
            return SysVSemaphores.open(key, (int) size, flags);
        }

        @Override
        Owner owner(int id) {
            SysVSemaphores.Status status = SysVSemaphores.status(id);
            return new Owner(status.owner(), status.maker(), status.permissions(), status.key());
        }

        @Override
        boolean remove(int id) {
            return SysVSemaphores.remove(id);
        }
    };

    /** Result of {@link #create}: an object of that key exists already. */
    static final int KEY_TAKEN = -1;

    private static final int PERMISSIONS = 0600;

    /** The user of an object and the user that made it, who both can use and remove it. */
    record Owner(int user, int maker, int permissions, int key) {}

    /** The name of the kind in a record. */
    final String sign;

    private final String inWords;
    private final String limits;

    SysVKind(String sign, String inWords, String limits) {
        this.sign = sign;
        this.inWords = inWords;
        this.limits = limits;
    }

    /**
     * Opens an object. Returns its id or {@code -errno}.
     *
     * @param size bytes of memory, or semaphores; 0 for an object that exists
     */
    abstract int open(int key, long size, int flags);

    /** @throws OsException EIDRM or EINVAL if there is none of that id, EACCES */
    abstract Owner owner(int id);

    /** Removes the object, or marks it to go when nobody has it attached any more. Returns false if it was gone. */
    abstract boolean remove(int id);

    /**
     * Makes an object for this user alone.
     *
     * @return its id, or {@link #KEY_TAKEN}
     * @throws OsException if the system refuses it
     */
    int create(int key, long size) {
        int id = open(key, size, SysVMessages.CREATE | SysVMessages.EXCLUSIVE | PERMISSIONS);
        if (id >= 0) {
            return id;
        }
        return switch (-id) {
            case Errno.EEXIST -> KEY_TAKEN;
            case Errno.ENOSPC ->
                throw new OsException(
                        sign + "get", -id, "the host has reached its limit (sysctl " + limits + "). See ipcs -u");
            default -> throw new OsException(sign + "get", -id, inWords);
        };
    }

    /**
     * Checks that only processes of that user can use an object.
     *
     * @throws PeerFault if others can use it, too
     * @throws OsException if there is no object of that id: the peer may have given it up
     */
    void check(int id, int uid) {
        Owner owner;
        try {
            owner = owner(id);
        } catch (OsException e) {
            if (e.errno() == Errno.EACCES) {
                throw new PeerFault(this + " " + id + " belongs to another user");
            }
            throw e;
        }
        if (owner.user() != uid || owner.maker() != uid || owner.permissions() != PERMISSIONS) {
            throw new PeerFault(this + " " + id + " belongs to user " + owner.user() + " and was made by user "
                    + owner.maker() + " with permissions 0" + Integer.toOctalString(owner.permissions())
                    + ". It must belong to user "
                    + uid + " alone");
        }
    }

    /**
     * Removes the object of that key, if there is one and it is like those that {@link #create} makes. Returns whether
     * it did.
     *
     * @throws OsException if there may be such an object and it cannot be removed
     */
    boolean removeOwn(int key) {
        if (key == SysVMessages.PRIVATE_KEY) {
            return false; // looking up this key would make an object
        }
        int id = open(key, 0, 0);
        if (id < 0) {
            return false;
        }
        try {
            Owner owner = owner(id);
            return owner.key() == key
                    && owner.user() == CurrentProcess.uid()
                    && owner.permissions() == PERMISSIONS
                    && remove(id);
        } catch (OsException e) {
            if (e.errno() == Errno.EINVAL || e.errno() == Errno.EIDRM || e.errno() == Errno.EACCES) {
                return false; // it has gone meanwhile, or an object of another user is there now
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return inWords;
    }
}

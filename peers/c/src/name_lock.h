// SPDX-License-Identifier: Apache-2.0
/*
 * The right to a service's name: flock() of NAME.lock (section 1 of the protocol).
 *
 * The file is removed when the name is given up. So between opening it and locking it, another process may remove it and
 * yet another one make a new file of that name. Therefore the file that was locked is compared with the one that bears the
 * name, by device and inode. If they differ, all begins again.
 */
#ifndef NC_NAME_LOCK_H
#define NC_NAME_LOCK_H

#include "directory.h"

struct nc_name_lock {
    int fd; /* -1: not held */
    dev_t device;
    ino_t inode;
};

enum nc_lock_attempt {
    NC_LOCKED,
    NC_HELD_BY_LIVING, /* another process has it, and has written the pid of a living process */
    NC_HELD_BY_SELF,   /* this process has it, in another endpoint or in a service that is being withdrawn */
    NC_HELD,           /* another process has it, and has written something else */
    NC_HELD_UNWRITTEN, /* another process has it, and has written nothing */
    NC_LOCK_RACE,      /* the file was replaced meanwhile */
    NC_LOCK_FOREIGN,   /* what bears the name is no lock */
    NC_LOCK_ERROR      /* see errno */
};

/* Tries once. */
enum nc_lock_attempt nc_name_lock_try(const char *path, struct nc_name_lock *lock);

/* Writes the own pid and pid namespace. Returns 0 or -errno. */
int nc_name_lock_claim(const struct nc_name_lock *lock);

/* Does the file that was locked still bear the name? */
bool nc_name_lock_is_current(const struct nc_name_lock *lock, const char *path);

/* Gives the lock up. remove: removes the file first, if it still bears the name. */
void nc_name_lock_release(struct nc_name_lock *lock, const char *path, bool remove);

#endif

// SPDX-License-Identifier: Apache-2.0
/* Removes what dead processes have left in the runtime directory: FIFOs and sockets of lanes. */
#ifndef NC_SWEEP_H
#define NC_SWEEP_H

#include "directory.h"

/* Looks at the names of batches alone. Does nothing in a directory of another user. */
void nc_sweep(const struct nc_directory *directory, uid_t own);

#endif

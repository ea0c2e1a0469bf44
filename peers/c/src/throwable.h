// SPDX-License-Identifier: Apache-2.0
/* Exceptions (section 8 of the protocol). */
#ifndef NC_THROWABLE_H
#define NC_THROWABLE_H

#include "value.h"

/* Reads a count and so many exceptions. Returns the last one, which was thrown. */
nearcall_value *nc_read_throwables(nearcall_reader *reader);

/* Writes an exception behind all those to which it refers, in plain form. */
void nc_write_throwables(nearcall_writer *writer, const nearcall_value *throwable);

#endif

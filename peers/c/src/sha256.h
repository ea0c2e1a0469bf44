// SPDX-License-Identifier: Apache-2.0
/* SHA-256 (FIPS 180-4), for fingerprints of shapes. */
#ifndef NC_SHA256_H
#define NC_SHA256_H

#include "base.h"

void nc_sha256(const void *data, size_t length, uint8_t digest[32]);

#endif

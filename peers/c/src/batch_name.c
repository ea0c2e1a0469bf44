// SPDX-License-Identifier: Apache-2.0
/* Names of what batches put into the runtime directory for a moment: .KIND-PID-NONCE. */
#include "stream_channel.h"

#include <stdio.h>
#include <unistd.h>

int nc_batch_name(const char *kind, char *name, size_t capacity)
{
    uint64_t nonce;
    int result = nc_random(&nonce, sizeof nonce);
    if (result == 0) {
        snprintf(name, capacity, ".%s-%ld-%016llx", kind, (long)getpid(), (unsigned long long)nonce);
    }
    return result;
}

bool nc_batch_name_valid(const char *kind, const char *name, size_t length)
{
    size_t kind_length = strlen(kind);
    size_t prefix = 1 + kind_length + 1;
    if (length < prefix || name[0] != '.' || strncmp(name + 1, kind, kind_length) != 0 || name[prefix - 1] != '-') {
        return false;
    }
    size_t digits = strspn(name + prefix, "0123456789");
    size_t nonce = prefix + digits + 1;
    return digits >= 1 && digits <= 10 && name[prefix] != '0' && name[nonce - 1] == '-' && length == nonce + 16 &&
           strspn(name + nonce, "0123456789abcdef") >= 16;
}

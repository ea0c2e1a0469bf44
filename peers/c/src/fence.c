// SPDX-License-Identifier: Apache-2.0
#include "fence.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool nc_fence_register(void)
{
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

/* A program that forbids itself membarrier() after it has opened an endpoint. Stores are visible long before. */
static void wait_for_stores(void)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    nanosleep(&pause, NULL);
}

void nc_fence_heavy(bool registered)
{
    atomic_thread_fence(memory_order_seq_cst);
    while (registered && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) {
        if (errno != ENOMEM) {
            wait_for_stores();
            return;
        }
        sched_yield();
    }
}

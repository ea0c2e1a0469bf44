// SPDX-License-Identifier: Apache-2.0
/*
 * Fences for Dekker's pattern: two threads of this process each store a word, and then load what the other one stores. With a
 * full fence between store and load on both sides, at least one of them sees what the other one stored.
 *
 * Where one side does so in every call and the other one seldom, the former takes the light fence, which only keeps the
 * compiler from moving anything, and the latter the heavy one. It is membarrier(2): when it returns, each thread of this process
 * has executed a full fence or was not running (Dice, Huang and Yang: Asymmetric Dekker Synchronization, 2001).
 */
#ifndef NC_FENCE_H
#define NC_FENCE_H

#include <stdatomic.h>
#include <stdbool.h>

/* Tells the kernel that this process uses the heavy fence. Returns whether it has one; else both fences are full ones. */
bool nc_fence_register(void);

void nc_fence_heavy(bool registered);

static inline void nc_fence_light(bool registered)
{
    if (registered) {
        atomic_signal_fence(memory_order_seq_cst);
    } else {
        atomic_thread_fence(memory_order_seq_cst);
    }
}

#endif

// SPDX-License-Identifier: Apache-2.0
/** Lanes over System V's objects: message queues, and shared memory with semaphores. */
package io.nearcall.ipc.sysv;

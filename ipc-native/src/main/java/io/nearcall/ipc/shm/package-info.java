// SPDX-License-Identifier: Apache-2.0
/** Lanes over sealed anonymous memory, whose threads sleep on futexes. */
package io.nearcall.ipc.shm;

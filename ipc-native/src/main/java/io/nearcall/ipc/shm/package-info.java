// SPDX-License-Identifier: Apache-2.0
/** Lanes over sealed anonymous memory, with futexes for those who sleep. */
package io.nearcall.ipc.shm;

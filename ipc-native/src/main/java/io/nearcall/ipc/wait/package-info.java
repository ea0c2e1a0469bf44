// SPDX-License-Identifier: Apache-2.0
/** Waiting for another process: how long to spin, when to yield, and how one side sleeps and the other wakes it. */
package io.nearcall.ipc.wait;

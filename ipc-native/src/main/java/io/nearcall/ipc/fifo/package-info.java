// SPDX-License-Identifier: Apache-2.0
/** Lanes over named pipes: every frame goes through the kernel, and so does every wake-up. */
package io.nearcall.ipc.fifo;

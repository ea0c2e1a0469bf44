// SPDX-License-Identifier: Apache-2.0
/** A single-producer single-consumer ring of frames in shared memory. Knows memory, not the operating system. */
package io.nearcall.ipc.ring;

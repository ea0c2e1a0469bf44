// SPDX-License-Identifier: Apache-2.0
/** A single-producer single-consumer ring of frames in shared memory. It knows memory, not the operating system. */
package io.nearcall.ipc.ring;

// SPDX-License-Identifier: Apache-2.0
/** Lanes over streams of bytes: frames, how they are cut out of a stream, and how a lane waits for them. */
package io.nearcall.ipc.stream;

// SPDX-License-Identifier: Apache-2.0
/** Lanes over streams of bytes: how a stream is cut into frames, and how a lane waits for them. */
package io.nearcall.ipc.stream;

// SPDX-License-Identifier: Apache-2.0
/** Lanes whose sides see each other's words in memory: what waits is the same, whatever carries the frames. */
package io.nearcall.ipc.lane;

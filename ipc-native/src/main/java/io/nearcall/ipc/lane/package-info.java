// SPDX-License-Identifier: Apache-2.0
/** Lanes whose sides share words in memory. Waiting works the same way, whatever carries the frames. */
package io.nearcall.ipc.lane;

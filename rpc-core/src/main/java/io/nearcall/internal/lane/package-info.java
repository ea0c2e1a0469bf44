// SPDX-License-Identifier: Apache-2.0
/** What both sides of a lane share: messages in frames, and the thread that attends to it while there is something to do. */
package io.nearcall.internal.lane;

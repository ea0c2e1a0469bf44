// SPDX-License-Identifier: Apache-2.0
/** A lane with both its ends: one call at a time, the calls within it, and the thread that serves it. */
package io.nearcall.internal.lane;

// SPDX-License-Identifier: Apache-2.0
/** Turns values into the bytes of frames and back, and decides which classes may travel. */
package io.nearcall.internal.codec;

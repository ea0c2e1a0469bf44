// SPDX-License-Identifier: Apache-2.0
/** A kitchen that calls its guests back: during a call, on the thread that waits for the call, and later. */
package io.nearcall.samples.callback;

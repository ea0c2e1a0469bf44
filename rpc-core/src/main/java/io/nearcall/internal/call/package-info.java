// SPDX-License-Identifier: Apache-2.0
/** What is known of a call: what it calls, how long it may take, and which call a thread runs. */
package io.nearcall.internal.call;

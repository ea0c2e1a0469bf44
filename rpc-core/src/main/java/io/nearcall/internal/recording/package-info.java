// SPDX-License-Identifier: Apache-2.0
/** The events of JFR: what a flight recording shows of calls and connections. */
package io.nearcall.internal.recording;

// SPDX-License-Identifier: Apache-2.0
/** The JFR events, with which a flight recording shows calls and connections. */
package io.nearcall.internal.recording;

// SPDX-License-Identifier: Apache-2.0
/** Which thread runs a method, and how it is interrupted there. */
package io.nearcall.internal.dispatch;

// SPDX-License-Identifier: Apache-2.0
/** The data of a call: its method, its deadline, and which call a thread runs. */
package io.nearcall.internal.call;

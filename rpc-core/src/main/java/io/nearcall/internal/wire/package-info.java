// SPDX-License-Identifier: Apache-2.0
/** What two endpoints say to each other outside the lanes: the greeting, lanes and classes, doorbells, the goodbye. */
package io.nearcall.internal.wire;

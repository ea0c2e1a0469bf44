// SPDX-License-Identifier: Apache-2.0
/** The shared lane of a connection, with both its ends: many calls at once, answered in any order or not at all. */
package io.nearcall.internal.pipeline;

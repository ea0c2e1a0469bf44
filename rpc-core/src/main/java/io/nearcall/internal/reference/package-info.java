// SPDX-License-Identifier: Apache-2.0
/** The objects that an endpoint offers to others, by number. */
package io.nearcall.internal.reference;

// SPDX-License-Identifier: Apache-2.0
/** The objects that an endpoint offers to others, by number, and the objects of others that it has received. */
package io.nearcall.internal.reference;

// SPDX-License-Identifier: Apache-2.0
/** A shop that makes a cart for each customer. The cart is collected when the customer has gone. */
package io.nearcall.samples.factory;

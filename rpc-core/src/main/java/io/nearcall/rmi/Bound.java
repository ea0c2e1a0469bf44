// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.internal.rmi.Place;
import java.rmi.Remote;

/**
 * What a name stands for.
 *
 * @param object is kept alive: an object of this process, or a stub that stands for what is kept alive in another one
 * @param own whether it was bound in this process, so that it is what a look-up in this process finds
 */
record Bound(Remote object, Place place, boolean own) {}

// SPDX-License-Identifier: Apache-2.0
/** The target of a stub: an object of another process, called over the live connection to that process. */
package io.nearcall.internal.stub;

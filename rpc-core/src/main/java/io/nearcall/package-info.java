// SPDX-License-Identifier: Apache-2.0
/** Remote calls between JVMs of one Linux host: endpoints, the annotations of remote interfaces, and what can go wrong. */
package io.nearcall;

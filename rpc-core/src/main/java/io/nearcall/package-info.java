// SPDX-License-Identifier: Apache-2.0
/**
 * Remote calls between the JVMs of one Linux host: endpoints, the annotations of remote interfaces, and the exceptions.
 */
package io.nearcall;

// SPDX-License-Identifier: Apache-2.0
/** How callers find services: a directory with a lock and a listening socket for each name. */
package io.nearcall.internal.discovery;

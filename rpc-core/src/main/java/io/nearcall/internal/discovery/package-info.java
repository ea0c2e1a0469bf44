// SPDX-License-Identifier: Apache-2.0
/** Where services meet their callers: a directory with a lock and a listening socket for each name. */
package io.nearcall.internal.discovery;

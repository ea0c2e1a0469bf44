// SPDX-License-Identifier: Apache-2.0
/** Memory that two processes map: created, sealed, passed, checked and unmapped; and ordered access to its words. */
package io.nearcall.ipc.segment;

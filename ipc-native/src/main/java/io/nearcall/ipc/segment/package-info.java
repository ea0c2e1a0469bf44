// SPDX-License-Identifier: Apache-2.0
/** Memory that two processes map: its creation, sealing, passing, checking and unmapping, and ordered access to it. */
package io.nearcall.ipc.segment;

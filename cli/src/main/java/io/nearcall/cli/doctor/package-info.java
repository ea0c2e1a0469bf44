// SPDX-License-Identifier: Apache-2.0
/** Checks what Nearcall needs from its host. Each finding says what to do. */
package io.nearcall.cli.doctor;

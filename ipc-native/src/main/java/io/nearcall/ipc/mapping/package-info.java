// SPDX-License-Identifier: Apache-2.0
/** Lanes over file mappings of Windows, whose threads sleep on events. */
package io.nearcall.ipc.mapping;

// SPDX-License-Identifier: Apache-2.0
/** Lanes over named pipes of Windows. */
package io.nearcall.ipc.pipe;

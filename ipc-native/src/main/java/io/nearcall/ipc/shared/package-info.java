// SPDX-License-Identifier: Apache-2.0
/** Objects in memory that JVMs of one user share by name: typed fields, and a monitor that survives its owner. */
package io.nearcall.ipc.shared;

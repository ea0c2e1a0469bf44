// SPDX-License-Identifier: Apache-2.0
/** Objects in memory that several JVMs of one user share by name: typed fields, and a monitor that outlives its owner. */
package io.nearcall.ipc.shared;

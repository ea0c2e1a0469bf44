// SPDX-License-Identifier: Apache-2.0
/** The system calls as an interface, for implementations that make them without the native library. */
package io.nearcall.ipc.backend;

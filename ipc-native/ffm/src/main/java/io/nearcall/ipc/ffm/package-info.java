// SPDX-License-Identifier: Apache-2.0
/** The system calls of {@code io.nearcall.ipc.os} by the foreign function API, without a native library of our own. */
package io.nearcall.ipc.ffm;

// SPDX-License-Identifier: Apache-2.0
/** The system calls that processes of one host need to find each other, native or in plain Java. */
package io.nearcall.ipc.host;

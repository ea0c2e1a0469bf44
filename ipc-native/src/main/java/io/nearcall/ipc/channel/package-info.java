// SPDX-License-Identifier: Apache-2.0
/** The service-provider interface that every mechanism for moving frames between two processes implements. */
package io.nearcall.ipc.channel;

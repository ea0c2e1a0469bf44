// SPDX-License-Identifier: Apache-2.0
/** The service-provider interface behind which every mechanism moves frames between two processes. */
package io.nearcall.ipc.channel;

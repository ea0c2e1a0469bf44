// SPDX-License-Identifier: Apache-2.0
/** What processes of one host need of the system to meet, natively or in plain Java. */
package io.nearcall.ipc.host;

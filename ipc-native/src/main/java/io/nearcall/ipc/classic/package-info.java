// SPDX-License-Identifier: Apache-2.0
/** The host's own means of communication, for use without remote calls: named pipes, and what System V has. */
package io.nearcall.ipc.classic;

// SPDX-License-Identifier: Apache-2.0
/**
 * The host's own means of communication, for use without remote calls: named pipes, and what System V has; and streams of bytes
 * over each of them, and over sockets.
 */
package io.nearcall.ipc.classic;

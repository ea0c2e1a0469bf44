// SPDX-License-Identifier: Apache-2.0
/**
 * The host's own means of communication, for use without remote calls. These are named pipes, System V's mechanisms,
 * and streams of bytes over each of them and over sockets.
 */
package io.nearcall.ipc.classic;

// SPDX-License-Identifier: Apache-2.0
/** A chat room with many clients. Each client has a listener, and one of them dies. */
package io.nearcall.samples.chat;

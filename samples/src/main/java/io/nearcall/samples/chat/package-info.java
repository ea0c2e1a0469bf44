// SPDX-License-Identifier: Apache-2.0
/** A chat room: many clients, each with a listener, of which one dies. */
package io.nearcall.samples.chat;

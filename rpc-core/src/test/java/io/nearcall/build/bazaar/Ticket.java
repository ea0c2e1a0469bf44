// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.bazaar;

record Ticket(String text) {}

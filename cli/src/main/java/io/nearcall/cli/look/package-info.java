// SPDX-License-Identifier: Apache-2.0
/** What can be seen of endpoints without asking them. */
package io.nearcall.cli.look;

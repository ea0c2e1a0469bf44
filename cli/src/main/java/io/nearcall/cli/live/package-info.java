// SPDX-License-Identifier: Apache-2.0
/** Services of running processes and their interfaces, without their class files on the class path. */
package io.nearcall.cli.live;

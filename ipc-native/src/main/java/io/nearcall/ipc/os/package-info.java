// SPDX-License-Identifier: Apache-2.0
/** The operating system's calls, one class per concept: checked static methods over natives, and nothing above them. */
package io.nearcall.ipc.os;

// SPDX-License-Identifier: Apache-2.0
/** Two processes that share memory, semaphores, a mutex and a pipe, by the same classes on Linux and on Windows. */
package io.nearcall.samples.portable;

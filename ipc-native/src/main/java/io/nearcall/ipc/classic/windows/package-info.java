// SPDX-License-Identifier: Apache-2.0
/**
 * The mechanisms of Windows, for use without remote calls: file mappings, semaphores, mutexes, events, named and
 * anonymous pipes, mailslots, data copy and process handles. They run on Windows on x86-64. Names are those that Windows
 * has, so that programs that do not use this package take part. A virtual thread that waits for something here keeps its
 * carrier thread. Named objects are made for this user alone. An inbox of data copy takes messages from every process of
 * the desktop.
 */
package io.nearcall.ipc.classic.windows;

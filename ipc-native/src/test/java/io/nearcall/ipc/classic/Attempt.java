// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/** What a second process tries and is refused: it prints the message, for its parent to read. */
interface Attempt {

    void run() throws Exception;

    static void print(Attempt attempt) {
        try {
            attempt.run();
            System.out.println("nothing happened");
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }
}

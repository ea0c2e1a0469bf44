// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command in this process. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Nearcall.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Refusal;
import java.util.List;

/** A language or a notation for the description of interfaces. */
public interface Format {

    /**
     * A text to print or to write.
     *
     * @param name the name of the file
     */
    record Document(String name, String text) {}

    /**
     * Describes interfaces.
     *
     * @param notes what the user should know about the result; this method adds to them
     * @throws Refusal if the language cannot express them; the message names the member
     */
    List<Document> write(Description description, List<String> notes);
}

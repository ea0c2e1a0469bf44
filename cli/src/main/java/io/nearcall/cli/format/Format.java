// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Refusal;
import java.util.List;

/** A language, or a notation, in which interfaces are described. */
public interface Format {

    /**
     * A text to print or to write.
     *
     * @param name of the file
     */
    record Document(String name, String text) {}

    /**
     * Describes interfaces.
     *
     * @param notes what the user should know of the result, added to by this method
     * @throws Refusal if the language cannot express them, with the member's name
     */
    List<Document> write(Description description, List<String> notes);
}

// SPDX-License-Identifier: Apache-2.0
package odd;

/** A class around one whose simple name another class has, too. */
public class First {
    public record Item(int delete, String register, char nullptr) {}
}

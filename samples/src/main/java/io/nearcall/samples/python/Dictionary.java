// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.python;

import io.nearcall.RemoteService;
import java.util.List;

/** A service in Java that the speller calls. */
@RemoteService("dictionary")
public interface Dictionary {

    List<String> words();
}

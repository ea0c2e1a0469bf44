// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.cpp;

import io.nearcall.RemoteService;
import java.util.Iterator;

/** A service in Java that the station calls. */
@RemoteService("journal")
public interface Journal {

    Iterator<String> entries();
}

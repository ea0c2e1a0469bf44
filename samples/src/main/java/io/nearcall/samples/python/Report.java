// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.python;

import io.nearcall.RemoteObject;

/** The object that the speller calls back. */
@RemoteObject
public interface Report {

    void unknown(String word, Speller.Suggestion meant);
}

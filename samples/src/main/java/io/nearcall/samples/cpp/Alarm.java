// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.cpp;

import io.nearcall.RemoteObject;

/** The object that the station calls back. */
@RemoteObject
public interface Alarm {

    void sound(Station.Reading reading);
}

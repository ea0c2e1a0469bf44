// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.choosechannel;

import io.nearcall.RemoteService;

/** The service that is called. Nothing in it depends on the channel. */
@RemoteService("echo")
public interface Echo {

    int add(int a, int b);

    byte[] echo(byte[] content);
}

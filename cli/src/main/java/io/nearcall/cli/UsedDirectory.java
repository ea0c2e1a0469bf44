// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.NearcallException;
import io.nearcall.cli.live.LookupFailed;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.ipc.os.OsException;

/** The runtime directory, for verbs that call none of its services. */
public final class UsedDirectory {

    private UsedDirectory() {}

    /**
     * Opens the directory. Makes it if it does not exist.
     *
     * @throws Refusal if the directory cannot be made, or cannot be trusted
     */
    public static RuntimeDirectory open() {
        try {
            return RuntimeDirectory.open();
        } catch (NearcallException | OsException e) {
            throw new Refusal(LookupFailed.withoutOutcome(e), e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import io.nearcall.cli.live.LiveService;

/** The process does not allow the command to call its services. */
public final class NotAllowed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotAllowed(LiveService service) {
        super(capital(service.owner()) + ", which has the service \"" + service.name()
                + "\", does not allow calls with JSON. Start it with -Dio.nearcall.inspect=call, or open its endpoint with"
                + " inspect(Inspect.CALL).");
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The kitchen. It uses a guest like any other object. */
final class Cook implements Kitchen {

    private static final List<String> LARDER = List.of("onions", "garlic", "chili");

    @Override
    public String cook(String dish, Guest guest) throws SentBack {
        List<String> ingredients = new ArrayList<>();
        for (String ingredient : LARDER) {
            if (guest.likes(ingredient)) { // calls back the client, which is waiting for this call
                ingredients.add(ingredient);
            }
        }
        String cooked = dish + " with " + String.join(", ", ingredients);
        guest.taste(cooked); // an exception from here goes on to our caller
        return cooked;
    }

    @Override
    public void remind(int afterMs, Runnable bell) {
        CompletableFuture.delayedExecutor(afterMs, TimeUnit.MILLISECONDS).execute(bell);
    }
}

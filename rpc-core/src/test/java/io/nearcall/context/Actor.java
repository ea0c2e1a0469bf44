// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import java.util.concurrent.CompletableFuture;

/** Both sides of the play; to be loaded by a class loader of its own. */
public final class Actor implements ContextClassLoaderTest.Theatre, ContextClassLoaderTest.Prompter {

    @Override
    public boolean isAtHome() {
        return Thread.currentThread().getContextClassLoader() == Actor.class.getClassLoader();
    }

    @Override
    public CompletableFuture<Boolean> isAtHomeLater() {
        return CompletableFuture.completedFuture(isAtHome());
    }

    @Override
    public boolean asks(ContextClassLoaderTest.Prompter prompter) {
        return prompter.isPrompterAtHome() && isAtHome();
    }

    @Override
    public boolean isPrompterAtHome() {
        return isAtHome();
    }
}

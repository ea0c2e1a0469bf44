// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.nearcall.ipc.classic.ByteSink;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinuxPipeTest {

    private static final long TRY_NS = 1_000_000_000;
    private static final IpcName NAME =
            new IpcName("opened-while-closing-" + ProcessHandle.current().pid());

    private static void openAndClose(long endNs) throws Exception {
        while (System.nanoTime() - endNs < 0) {
            LinuxPipe.openSource(NAME).close();
        }
    }

    @Test
    void shouldWaitForTheNextReaderWhileOneCloses() throws Exception {
        long endNs = System.nanoTime() + TRY_NS;
        CompletableFuture<Void> readers = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            try {
                openAndClose(endNs);
                readers.complete(null);
            } catch (Throwable e) {
                readers.completeExceptionally(e);
            }
        });
        reader.start();
        assertThatCode(() -> {
                    while (System.nanoTime() - endNs < 0) {
                        ByteSink sink = LinuxPipe.openSink(NAME, Duration.ZERO);
                        if (sink != null) {
                            sink.close();
                        }
                    }
                })
                .doesNotThrowAnyException();
        readers.get(10, TimeUnit.SECONDS);
    }
}

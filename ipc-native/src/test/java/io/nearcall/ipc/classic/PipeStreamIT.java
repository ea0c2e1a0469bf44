// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.nio.file.Files;
import java.nio.file.Path;

class PipeStreamIT extends StreamContract {

    private NamedPipe pipe;

    @Override
    String create() throws Exception {
        pipe = NamedPipe.create(Files.createTempDirectory("nearcall-pipe").resolve("pipe"));
        return pipe.path().toString();
    }

    @Override
    void find(String address) {
        pipe = NamedPipe.open(Path.of(address));
    }

    @Override
    ByteSource openSource() {
        return pipe.openSource();
    }

    @Override
    ByteSink openSink() throws InterruptedException {
        return pipe.openSink();
    }

    @Override
    void remove() throws Exception {
        pipe.close();
        Files.delete(pipe.path().getParent());
    }

    @Override
    boolean tellsDeathFromEnd() {
        return false;
    }
}

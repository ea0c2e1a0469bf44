// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs rpc-core's own tests of calls once more: the client finds the server by an address of another host. */
class CallSuiteIT {

    /** References, callbacks, streams, futures, one-way calls, deadlines, virtual threads, what may not travel. */
    private static final String NAMES = "io\\.nearcall\\.((context|reference|stream)\\.)?"
            + "(Batch|ByValue|CallAsync|CallbackThreads|ClosedStreams|Cycles|Deadlines|FailuresWithinCalls"
            + "|FurtherInterfaces|Futures|Interruption|Limits|OneWay|OrderOfCallbacks|Publishers|References|RepeatedPairs|Streams"
            + "|UnansweredFutures|Unreferenced|VirtualThreads|WhichDeadline|WithdrawnObjects)(Test|IT)";

    @Test
    @Timeout(1200)
    void shouldPass(@TempDir Path directory) throws Exception {
        OtherTests tests = new OtherTests("rpc-core", Map.of("NEARCALL_TEST_OTHER_HOST", "grpc"));
        tests.option("-Dio.nearcall.dir=" + directory.resolve("run"))
                .select("--scan-class-path", tests.classes().toString(), "--include-classname", NAMES)
                .run(Path.of("target/call-suite.log"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.floor.FloorCaller;
import io.nearcall.bench.floor.FloorKind;
import io.nearcall.bench.floor.FloorMemory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/** The floor: the same number of bytes through the same kind of memory between the same two JVMs, and nothing else. */
public final class FloorSubject implements Subject {

    /** As it stands in tables and files. */
    public static final String NAME = "floor";

    private final FloorMemory memory;
    private final DataOutputStream commands;
    private final DataInputStream answers;

    /** @param control connected to the server JVM's {@link io.nearcall.bench.floor.FloorResponder} */
    public FloorSubject(FloorMemory memory, Socket control) throws IOException {
        this.memory = memory;
        this.commands = new DataOutputStream(control.getOutputStream());
        this.answers = new DataInputStream(control.getInputStream());
    }

    @Override
    public String name() {
        return NAME;
    }

    /** One caller: with more spinning pairs than CPUs there is no floor to speak of. */
    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1;
    }

    @Override
    public Calls open(Workload workload) throws IOException {
        FloorKind kind = workload == Workload.SILENCE ? FloorKind.ASLEEP : FloorKind.KEPT;
        return open(workload.requestBytes(), workload.replyBytes(), kind);
    }

    @Override
    public boolean supportsBytes(int requestBytes, int replyBytes) {
        return true;
    }

    @Override
    public Calls openBytes(int requestBytes, int replyBytes) throws IOException {
        return open(requestBytes, replyBytes, FloorKind.KEPT);
    }

    Calls open(int requestBytes, int replyBytes, FloorKind kind) throws IOException {
        return new FloorCaller(memory, requestBytes, replyBytes, kind, commands, answers);
    }
}

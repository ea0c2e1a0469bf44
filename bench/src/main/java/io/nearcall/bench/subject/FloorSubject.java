// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.floor.FloorCaller;
import io.nearcall.bench.floor.FloorKind;
import io.nearcall.bench.floor.FloorMemory;
import io.nearcall.bench.floor.FloorVariant;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/** The floor: the same number of bytes through the same kind of memory between the same two JVMs, and nothing else. */
public final class FloorSubject implements Subject {

    /** The name in tables and files: the least of all variants. */
    public static final String NAME = "floor";

    /** The name of the least of the variants in Java. */
    public static final String IN_JAVA = "floor-java";

    private final FloorMemory memory;
    private final DataOutputStream commands;
    private final DataInputStream answers;

    private final FloorVariant variant;

    /** @param control connected to the server JVM's {@link io.nearcall.bench.floor.FloorResponder} */
    public FloorSubject(FloorMemory memory, Socket control) throws IOException {
        this(
                memory,
                new DataOutputStream(control.getOutputStream()),
                new DataInputStream(control.getInputStream()),
                FloorVariant.PAUSE);
    }

    private FloorSubject(FloorMemory memory, DataOutputStream commands, DataInputStream answers, FloorVariant variant) {
        this.memory = memory;
        this.commands = commands;
        this.answers = answers;
        this.variant = variant;
    }

    /** Returns another variant that uses the same memory and responder. The variants take turns. */
    public FloorSubject as(FloorVariant other) {
        return new FloorSubject(memory, commands, answers, other);
    }

    @Override
    public String name() {
        return IN_JAVA + "/" + variant.label();
    }

    /** Supports one caller: with more spinning pairs than CPUs there is no meaningful floor. */
    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1 && variant.suits(workload);
    }

    @Override
    public Calls open(Workload workload) throws IOException {
        FloorKind kind = workload == Workload.SILENCE ? FloorKind.ASLEEP : FloorKind.KEPT;
        return open(workload.requestBytes(), workload.replyBytes(), kind);
    }

    @Override
    public boolean supportsBytes(int requestBytes, int replyBytes) {
        return variant.suits(Math.max(requestBytes, replyBytes));
    }

    @Override
    public Calls openBytes(int requestBytes, int replyBytes) throws IOException {
        return open(requestBytes, replyBytes, FloorKind.KEPT);
    }

    Calls open(int requestBytes, int replyBytes, FloorKind kind) throws IOException {
        return new FloorCaller(memory, requestBytes, replyBytes, kind, variant, commands, answers);
    }
}

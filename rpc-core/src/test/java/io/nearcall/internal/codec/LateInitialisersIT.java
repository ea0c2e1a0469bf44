// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Stack;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Classes that were first needed without room on the stack can be initialised once there is room. */
@Timeout(120)
class LateInitialisersIT {

    /** Each needs classes that its JVM has not needed before. */
    enum Late {
        SHORT_COPIES {
            private FrameOutput output;

            @Override
            void prepare() {
                output = new FrameOutput(ByteBuffer.allocateDirect(1024), out -> {});
                output.reset(0, 1024);
                for (int i = 1; i < ShortCopies.FIRST; i++) {
                    output.writeBytes(BYTES, 0, BYTES.length);
                }
            }

            @Override
            void use() {
                output.writeBytes(BYTES, 0, BYTES.length);
                output.writeBytes(BYTES, 0, BYTES.length);
            }
        },
        NAMES_OF_THE_JDK {
            @Override
            void use() {
                if (!AllowedClasses.NONE.allows("[Ljava.time.Month;")) {
                    throw new IllegalStateException();
                }
            }
        },
        FURTHER_CLASSES {
            /** Loads them, as an archive of classes does: to load one takes more of the stack than to initialise it. */
            @Override
            void prepare() {
                super.prepare();
                String further = Further.class.getName();
                for (String name : List.of("", "Classes", "Classes$1", "Classes$Table", "Classes$Table$1")) {
                    try {
                        Class.forName(further + name, false, Late.class.getClassLoader());
                    } catch (ClassNotFoundException e) {
                        // another compiler's name
                    }
                }
            }

            @Override
            void use() {
                if (!FurtherClasses.contains(Stack.class)) {
                    throw new IllegalStateException();
                }
            }
        };

        private static final byte[] BYTES = new byte[Long.BYTES];

        /** What an endpoint has needed long before. */
        void prepare() {
            AllowedClasses.NONE.allows("shop.Order");
            BuiltInClasses.contains(String.class);
        }

        abstract void use();
    }

    @ParameterizedTest
    @EnumSource(Late.class)
    void shouldWorkOnceThereIsRoomOnTheStack(Late late) {
        List<String> interpreted = List.of("-Xint"); // so that all frames of one method have the same length
        try (OtherJvm jvm = OtherJvm.start(interpreted, OtherJvm.classPath(), Program.class, late.name())) {
            assertThat(jvm.readLine()).isEqualTo("works after some failures");
        }
    }

    /** Uses it at the very end of a stack, then one frame earlier, and so on until it works. */
    static final class Program implements Runnable {

        private static final int STACK_BYTES = 256 << 10;

        private final Late late;
        private final int frames;
        private Throwable failure;

        private Program(Late late, int frames) {
            this.late = late;
            this.frames = frames;
        }

        public static void main(String[] arguments) throws Exception {
            Late late = Late.valueOf(arguments[0]);
            late.prepare();
            int frames = 1;
            while (failure(null, frames) == null) {
                frames += 100;
            }
            int failures = 0;
            while (frames > 0 && failure(late, frames) != null) {
                frames--;
                failures++;
                late.prepare();
            }
            Throwable failure = failure(late, 0);
            System.out.println(
                    failure == null ? "works after " + (failures > 1 ? "some" : "no") + " failures" : failure);
        }

        /** Of using it, if it is not null, that many frames up a fresh stack. */
        private static Throwable failure(Late late, int frames) throws InterruptedException {
            Program program = new Program(late, frames);
            Thread thread = new Thread(null, program, "deep", STACK_BYTES);
            thread.start();
            thread.join();
            return program.failure;
        }

        @Override
        public void run() {
            try {
                go(frames);
            } catch (StackOverflowError | LinkageError e) {
                failure = e;
            }
        }

        private void go(int left) {
            if (left > 0) {
                go(left - 1);
            } else if (late != null) {
                late.use();
            }
        }
    }
}

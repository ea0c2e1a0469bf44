// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.progress;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error. It is plain text and carriage returns, so it looks the same everywhere. */
public final class Progress {

    private static final int COLUMNS = 79;
    private static final int PERIOD_MS = 100;

    private Progress() {}

    /** @param task what is being done, in one word */
    public static ProgressBar bar(String task, long totalBytes) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(totalBytes)
                .setUnit(" KiB", 1024)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(PERIOD_MS)
                .setConsumer(new Line())
                .build();
    }

    private static final class Line extends DelegatingProgressBarConsumer {

        Line() {
            super(text -> System.err.print("\r" + text), COLUMNS);
        }

        @Override
        public void close() {
            System.err.println();
        }
    }
}

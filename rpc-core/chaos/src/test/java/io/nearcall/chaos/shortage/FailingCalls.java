// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.ipc.os.Errno;
import java.util.SplittableRandom;

/** Every system call that Nearcall makes and that can fail for want of something, failing. */
public final class FailingCalls implements Row {

    private static final int ROUNDS_IN_SHORT_FORM = 1;
    private static final int ROUNDS_IN_FULL = 30;
    private static final int MAX_PASSING = 12;

    @Override
    public String name() {
        return "failing system calls";
    }

    @Override
    public String description() {
        return "One system call fails in a client, in a server, or in a process that begins to serve, over "
                + Schemes.inWords()
                + ". It is mmap, memfd_create, fallocate, sendmsg, epoll_ctl, pthread_create or one of 24 others."
                + " It fails with each error that it can have: always, or once or always after some successes."
                + " Every call ends with a result or an exception of Nearcall's within 8 s, and nothing leaks. Without"
                + " the fault everything works. The delay is the time from the end of the fault to the end of a visit"
                + " that makes all kinds of calls.";
    }

    @Override
    public String mutation() {
        return "the OutOfMemoryError of a thread that cannot be started reaches the caller";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        try (FaultPlan plan = new FaultPlan(campaign.scratch());
                ShortageCampaign faults = new ShortageCampaign(campaign.scratch(), tally, plan::start)) {
            for (int round = campaign.count(ROUNDS_IN_SHORT_FORM, ROUNDS_IN_FULL); round > 0; round--) {
                for (ShortageCampaign.Place place : ShortageCampaign.Place.values()) {
                    for (String channel : Schemes.ALL) {
                        for (Fault fault : Fault.values()) {
                            new Series(plan, faults, place, channel, fault).run(random);
                        }
                    }
                }
            }
        }
    }

    /** One call that fails in one place in all ways. */
    private record Series(
            FaultPlan plan, ShortageCampaign faults, ShortageCampaign.Place place, String channel, Fault fault) {

        void run(SplittableRandom random) throws Exception {
            for (int error : fault.errors()) {
                if (fail(error, 0, FaultPlan.ALL) == 0) {
                    return; // there it is not called at all
                }
            }
            int error = fault.errors().get(random.nextInt(fault.errors().size()));
            fail(error, random.nextInt(MAX_PASSING), 1);
            boolean alike = place == ShortageCampaign.Place.EXPORTER && !channel.equals("shm");
            if (alike || place == ShortageCampaign.Place.SERVER) { // where others wait in vain, and that takes time
                fail(error, 1 + random.nextInt(MAX_PASSING), FaultPlan.ALL);
                return;
            }
            for (int pass = 1; pass < MAX_PASSING && fail(error, pass, FaultPlan.ALL) > 0; pass++) {
                // until the last of its calls has failed
            }
        }

        private int fail(int error, int pass, int count) throws Exception {
            String what = fault + " with " + Errno.name(error) + " after " + pass;
            return faults.episode(place, channel, what, new ShortageCampaign.Shortage() {
                @Override
                public void begin() {
                    plan.begin(fault, error, pass, count);
                }

                @Override
                public int end() {
                    return plan.end();
                }
            });
        }
    }
}

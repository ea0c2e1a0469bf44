// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The campaign of 100 servers and 100 clients on the main JDK, and of 20 and 20 on the second. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class KillCampaignTest {

    private static final int EPISODES =
            Integer.getInteger("chaos.kills", Runtime.version().feature() < 25 ? 100 : 20);
    private static final long SEED = Long.getLong("chaos.seed", 20261120);

    @Test
    void shouldSurviveTheDeathOfAnyPeer(@TempDir Path scratch) throws Exception {
        KillCampaign campaign = new KillCampaign(scratch, SEED, KillCampaign.victims(EPISODES));
        List<Tally> rows;
        try {
            rows = campaign.run(EPISODES);
        } finally {
            campaign.conclude();
            System.clearProperty("io.nearcall.dir");
        }
        System.out.println(Tally.header());
        rows.forEach(System.out::println);
        assertThat(rows).allSatisfy(row -> assertThat(row.faults()).isEmpty());
    }
}

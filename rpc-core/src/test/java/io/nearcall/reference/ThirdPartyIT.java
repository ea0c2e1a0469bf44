// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Endpoint;
import io.nearcall.RemoteFailure;
import io.nearcall.Remotes;
import io.nearcall.reference.Gallery.Painting;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects of one process that a second one passes on to this. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ThirdPartyIT {

    private OtherJvm owner;
    private OtherJvm passer;
    private Endpoint endpoint;
    private Agency agency;

    @BeforeEach
    void open() {
        owner = Server.start(Gallery.class, CityGallery.class);
        passer = Server.start(Agency.class, CityAgency.class);
        endpoint = Endpoint.open();
        agency = endpoint.lookup(Agency.class);
    }

    @AfterEach
    void close() {
        endpoint.close();
        passer.close();
        owner.close();
    }

    @Test
    void shouldCallThroughTheOneWhoPassedIt() {
        Painting best = agency.best();
        assertThat(Remotes.peer(best).pid()).isEqualTo(passer.pid());
        assertThat(best.pid()).isEqualTo(owner.pid());
        assertThat(best.title()).isEqualTo("Sunrise");
        assertThat(((Gallery.Insured) best).value()).isEqualTo("Sunrise".length());
        assertThat(agency.best()).isSameAs(best);
    }

    @Test
    void shouldBeCalledBackThroughTheOneWhoPassedIt() {
        Gallery gallery = agency.gallery();
        Painting mine = new CityGallery.Canvas("Storm");
        assertThat(gallery.visit(mine)).isEqualTo(CityGallery.label("Storm", (int)
                ProcessHandle.current().pid()));
        assertThat(gallery.keep(mine)).isSameAs(mine);
        assertThat(gallery.best().pid()).isEqualTo(owner.pid());
    }

    @Test
    void shouldBeThePassersOwnStubWhenItIsSentBack() {
        assertThat(agency.isBest(agency.best())).isTrue();
        assertThat(agency.isGallery(agency.gallery())).isTrue();
        Painting direct = endpoint.lookup(Gallery.class).best();
        assertThat(direct).isNotEqualTo(agency.best());
        assertThat(agency.isBest(direct)).isFalse();
        assertThat(agency.gallery().isBest(agency.best())).isTrue();
    }

    @Test
    void shouldEndWithTheOneWhoPassedIt() {
        Painting best = agency.best();
        Gallery gallery = agency.gallery();
        assertThat(best.title()).isEqualTo("Sunrise");
        passer.kill();
        assertThatThrownBy(best::title).isInstanceOfSatisfying(ConnectionLostException.class, lost -> {
            assertThat(lost.loss()).as(lost.getMessage()).isEqualTo(Loss.DIED);
            assertThat(lost.mayComeBack()).isFalse();
        });
        assertThatThrownBy(gallery::best).isInstanceOf(ConnectionLostException.class);
        assertThat(endpoint.lookup(Gallery.class).best().title()).isEqualTo("Sunrise");
    }

    @Test
    void shouldSayThatTheOwnerHasDiedThoughThePasserLives() {
        Painting best = agency.best();
        assertThat(best.title()).isEqualTo("Sunrise");
        owner.kill();
        assertThatThrownBy(best::title)
                .isInstanceOfSatisfying(
                        RemoteFailure.class,
                        failure -> assertThat(failure.remoteClassName())
                                .isEqualTo(ConnectionLostException.class.getName()))
                .hasMessageContaining("process " + owner.pid());
        assertThat(agency.isBest(best)).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Values that call the peer while they are written or read, within a method that runs for this peer. */
@Timeout(60)
@Tag(TwoEndpoints.ONE_JVM)
@ExtendWith(PrivateDirectory.class)
public class CallingValuesTest {

    public interface Mirror {
        String reflect(Pocket pocket);
    }

    /** The caller's object, to which the method calls back. */
    @RemoteObject
    public interface Pocket {
        String tenant();

        List<String> put(Coin coin);

        Coin take();
    }

    /** Calls the pocket while it is written, and while it is read there. */
    public static final class Coin implements Serializable {
        private static final long serialVersionUID = 1L;
        private static volatile Pocket asked; // by coins that are read
        private transient Pocket pocket;
        private transient String text = "";

        Coin(Pocket pocket) {
            this.pocket = pocket;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(pocket == null ? "new" : pocket.tenant());
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            text = asked == null ? "" : asked.tenant() + " ";
            text += in.readObject();
        }
    }

    static final class Trousers implements Pocket {
        @Override
        public String tenant() {
            return Caller.current().metadata().getOrDefault("tenant", "nobody");
        }

        @Override
        public List<String> put(Coin coin) {
            return List.of(coin.text, tenant());
        }

        @Override
        public Coin take() {
            return new Coin(null);
        }
    }

    private final TwoEndpoints endpoints = new TwoEndpoints();

    @BeforeEach
    void allowReading() {
        Coin.asked = null;
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private String reflect(Mirror method) {
        endpoints.server().export(Mirror.class, method, "mirror");
        return endpoints.client().lookup(Mirror.class, "mirror").reflect(new Trousers());
    }

    private static List<String> put(String tenant, Pocket pocket) throws Exception {
        return Context.empty().with("tenant", tenant).call(() -> pocket.put(new Coin(pocket)));
    }

    @Test
    void shouldCallWhileItIsWritten() {
        assertThat(reflect(pocket -> {
                    try {
                        return put("first", pocket) + pocket.tenant();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .isEqualTo(List.of("first", "first") + "nobody");
    }

    @Test
    void shouldCallWithItsOwnPairsAfterOthersWereSent() {
        assertThat(reflect(pocket -> {
                    try {
                        String before = Context.empty().with("tenant", "first").call(pocket::tenant);
                        return String.join(", ", before, put("second", pocket).toString(), pocket.tenant());
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .isEqualTo(
                        String.join(", ", "first", List.of("second", "second").toString(), "nobody"));
    }

    @Test
    void shouldCallWhileItIsRead() {
        assertThat(reflect(pocket -> {
                    Coin.asked = pocket;
                    String text = pocket.take().text;
                    Coin.asked = null;
                    return String.join(", ", text, pocket.tenant());
                }))
                .isEqualTo(String.join(", ", "nobody new", "nobody"));
    }
}

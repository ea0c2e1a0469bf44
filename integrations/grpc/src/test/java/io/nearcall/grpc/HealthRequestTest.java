// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.health.v1.HealthCheckRequest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HealthRequestTest {

    private static byte[] written(String service) {
        return HealthCheckRequest.newBuilder().setService(service).build().toByteArray();
    }

    @Test
    void shouldReadTheNameOfTheService() {
        assertThat(HealthRequest.service(written(""))).isEmpty();
        assertThat(HealthRequest.service(written("orders"))).isEqualTo("orders");
        assertThat(HealthRequest.service(written("ä".repeat(200)))).isEqualTo("ä".repeat(200));
    }

    @Test
    void shouldPassOverOtherFields() {
        UnknownFieldSet.Field all = UnknownFieldSet.Field.newBuilder()
                .addVarint(-1)
                .addFixed32(7)
                .addFixed64(7)
                .addLengthDelimited(ByteString.copyFromUtf8("later"))
                .build();
        byte[] message = HealthCheckRequest.newBuilder()
                .setService("orders")
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().addField(1000, all).build())
                .build()
                .toByteArray();
        assertThat(HealthRequest.service(message)).isEqualTo("orders");
    }

    @Test
    void shouldRefuseAMessageThatIsCut() {
        byte[] message = written("orders");
        for (int length = 1; length < message.length; length++) {
            byte[] cut = Arrays.copyOf(message, length);
            assertThatIllegalArgumentException().isThrownBy(() -> HealthRequest.service(cut));
        }
    }

    @Test
    void shouldRefuseWhatIsNoMessage() {
        byte[] groups = {3};
        byte[] longNumber = new byte[11];
        Arrays.fill(longNumber, (byte) -1);
        byte[] negativeLength = {10, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
        for (byte[] message : new byte[][] {groups, longNumber, negativeLength}) {
            assertThatIllegalArgumentException().isThrownBy(() -> HealthRequest.service(message));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.test.PrivateDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A service calls back an interface that none of its own interfaces names. The classes of that one have no ids yet. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ClassesOfCallbacksTest {

    /** Which names classes of its own: they have the first ids. */
    public interface Surgery {
        Bill treat(Object patient, Complaint complaint);
    }

    /** What the service calls. */
    @RemoteObject
    public interface Patient {
        Temper take(Medicine medicine);
    }

    public record Complaint(String text) {}

    public record Bill(String complaint, int degrees) {}

    public record Medicine(int drops) {}

    public record Temper(int degrees) {}

    private static final class OpenSurgery implements Surgery {
        @Override
        public Bill treat(Object patient, Complaint complaint) {
            Temper temper = ((Patient) patient).take(new Medicine(3));
            return new Bill(complaint.text(), temper.degrees());
        }
    }

    private static Endpoint open() {
        return Endpoint.builder()
                .allow(Patient.class, Medicine.class, Temper.class)
                .open();
    }

    @Test
    void shouldAgreeOnClassesOfACallbackThatTheServicesInterfaceDoesNotName() {
        try (Endpoint server = open();
                Endpoint client = open()) {
            server.export(Surgery.class, new OpenSurgery(), "surgery");
            Surgery surgery = client.lookup(Surgery.class, "surgery");
            Patient patient = medicine -> new Temper(40 - medicine.drops());

            assertThat(surgery.treat(patient, new Complaint("fever"))).isEqualTo(new Bill("fever", 37));
        }
    }
}

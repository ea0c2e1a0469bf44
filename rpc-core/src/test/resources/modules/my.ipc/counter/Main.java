// SPDX-License-Identifier: Apache-2.0
package counter;

import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.MessageQueue;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.shared.IntField;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.SharedObject;
import java.nio.file.Path;

public class Main {

    private static final Layout LAYOUT = new Layout();
    private static final IntField COUNT = LAYOUT.addInt("count");

    public static void main(String[] arguments) {
        Path path = Path.of(System.getProperty("io.nearcall.dir"), "counter.object");
        try (SharedObject object = SharedObject.open(path, LAYOUT)) {
            COUNT.set(object, COUNT.get(object) + 1);
            System.out.println(COUNT.get(object));
        }
        try {
            MessageQueue.open(IpcKey.ofFile(Path.of("/nowhere"), 1));
        } catch (OsException e) {
            System.out.println(e.getMessage());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** What a slice of the floor exchanges. It is sent to the responder before each slice. */
record FloorShape(int requestBytes, int replyBytes, FloorKind kind, FloorVariant variant) {

    void writeTo(DataOutputStream out) throws IOException {
        out.writeInt(requestBytes);
        out.writeInt(replyBytes);
        out.writeUTF(kind.name());
        out.writeUTF(variant.name());
        out.flush();
    }

    static FloorShape readFrom(DataInputStream in) throws IOException {
        return new FloorShape(
                in.readInt(), in.readInt(), FloorKind.valueOf(in.readUTF()), FloorVariant.valueOf(in.readUTF()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import java.util.Properties;
import org.omg.CORBA.ORB;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/** CORBA, by JacORB: {@code kumon::Exchanger} of {@code exchange.idl}. Stub and skeleton are written by hand. */
final class CorbaWay {

    private static final String TYPE = "IDL:kumon/Exchanger:1.0";
    private static final String METHOD = "exchange";

    private CorbaWay() {}

    private static ORB orb() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
        properties.setProperty("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
        return ORB.init(new String[0], properties);
    }

    /** Serves in threads of the ORB. Returns the reference as a text. */
    static String serve(Exchange answering) throws Exception {
        ORB orb = orb();
        POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        poa.the_POAManager().activate();
        String reference = orb.object_to_string(poa.servant_to_reference(new Skeleton(answering)));
        Serving.start("CORBA", orb::run);
        return reference;
    }

    private static final class Skeleton extends Servant implements InvokeHandler {

        private final Exchange answering;

        Skeleton(Exchange answering) {
            this.answering = answering;
        }

        @Override
        public String[] _all_interfaces(POA poa, byte[] objectId) {
            return new String[] {TYPE};
        }

        @Override
        public OutputStream _invoke(String method, InputStream in, ResponseHandler handler) {
            byte[] request = read(in);
            int replyBytes = in.read_long();
            try {
                byte[] reply = answering.exchange(request, replyBytes);
                OutputStream out = handler.createReply();
                write(out, reply);
                return out;
            } catch (Exception e) {
                throw new IllegalStateException(method, e);
            }
        }
    }

    static Exchange to(String reference) {
        ObjectImpl remote = (ObjectImpl) orb().string_to_object(reference);
        return (request, replyBytes) -> {
            OutputStream out = remote._request(METHOD, true);
            write(out, request);
            out.write_long(replyBytes);
            InputStream in = remote._invoke(out);
            try {
                return read(in);
            } finally {
                remote._releaseReply(in);
            }
        };
    }

    /** As IDL's {@code sequence<octet>}. */
    private static void write(OutputStream out, byte[] bytes) {
        out.write_ulong(bytes.length);
        out.write_octet_array(bytes, 0, bytes.length);
    }

    private static byte[] read(InputStream in) {
        byte[] bytes = new byte[in.read_ulong()];
        in.read_octet_array(bytes, 0, bytes.length);
        return bytes;
    }
}

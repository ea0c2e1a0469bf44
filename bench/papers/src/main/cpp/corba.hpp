// SPDX-License-Identifier: Apache-2.0
/* CORBA, by omniORB: kumon::Exchanger of exchange.idl. */
#ifndef CORBA_HPP
#define CORBA_HPP

#include "ways.hpp"

#ifdef WITH_CORBA
#include "exchange.hh"
#endif

namespace corba {

#ifdef WITH_CORBA
inline CORBA::ORB_ptr orb()
{
    static const CORBA::ORB_var made = [] {
        int count = 0;
        return CORBA::ORB_init(count, nullptr, "omniORB4");
    }();
    return made;
}

class exchange_servant : public POA_kumon::Exchanger {
public:
    kumon::Bytes* exchange(const kumon::Bytes& request, CORBA::Long reply_length) override
    {
        view asked(reinterpret_cast<const std::byte*>(request.get_buffer()), request.length());
        const bytes& answer = answer_to(asked, static_cast<std::size_t>(reply_length));
        auto reply = std::make_unique<kumon::Bytes>();
        reply->length(static_cast<CORBA::ULong>(answer.size()));
        std::memcpy(reply->get_buffer(), answer.data(), answer.size());
        return reply.release();
    }
};

/* Serves in threads of the ORB. Returns the reference as a text. */
inline std::string serve()
{
    CORBA::Object_var found = orb()->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(found);
    auto* servant = new exchange_servant; /* until the end of the process */
    PortableServer::ObjectId_var id = poa->activate_object(servant);
    poa->the_POAManager()->activate();
    kumon::Exchanger_var reference = servant->_this();
    CORBA::String_var text = orb()->object_to_string(reference);
    return std::string(text);
}

inline exchange to(const std::string& reference)
{
    CORBA::Object_var found = orb()->string_to_object(reference.c_str());
    kumon::Exchanger_var remote = kumon::Exchanger::_narrow(found);
    return [remote](view request, std::size_t reply_length) {
        auto* content = reinterpret_cast<CORBA::Octet*>(const_cast<std::byte*>(request.data())); /* is only read */
        auto length = static_cast<CORBA::ULong>(request.size());
        kumon::Bytes_var reply =
            const_cast<kumon::Exchanger_var&>(remote)->exchange(kumon::Bytes(length, length, content, false), static_cast<CORBA::Long>(reply_length));
        auto* from = reinterpret_cast<const std::byte*>(reply->get_buffer());
        return bytes(from, from + reply->length());
    };
}
#else
inline std::string serve() { return ""; }
inline exchange to(const std::string&)
{
    return [](view, std::size_t) -> bytes { throw std::runtime_error("built without omniORB"); };
}
#endif

} // namespace corba

#endif

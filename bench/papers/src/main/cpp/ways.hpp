// SPDX-License-Identifier: Apache-2.0
/* How a C++ process sends a request to another process and gets a reply, other than by Nearcall: TCP, files, REST. */
#ifndef WAYS_HPP
#define WAYS_HPP

#include "marked.hpp"

#include <array>
#include <arpa/inet.h>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#ifdef WITH_REST
#include <httplib.h>
#endif

using exchange = std::function<bytes(view request, std::size_t reply_length)>;

inline int checked(int result, const char* what)
{
    if (result < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

/* Closes a descriptor. */
class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() { close(number_); }
    int get() const { return number_; }

private:
    int number_;
};

inline void write_all(int to, view from)
{
    while (!from.empty()) {
        from = from.subspan(static_cast<std::size_t>(checked(static_cast<int>(::write(to, from.data(), std::min<std::size_t>(from.size(), INT_MAX))), "write")));
    }
}

inline void read_all(int from, std::span<std::byte> into)
{
    while (!into.empty()) {
        int count = checked(static_cast<int>(::read(from, into.data(), std::min<std::size_t>(into.size(), INT_MAX))), "read");
        if (count == 0) {
            throw std::runtime_error("the other side has sent too little");
        }
        into = into.subspan(static_cast<std::size_t>(count));
    }
}

/* A loopback connection for each request: the lengths of request and reply, four bytes each, and the request. */
namespace tcp {

inline sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

inline void answer(int accepted)
{
    std::uint32_t lengths[2];
    read_all(accepted, std::as_writable_bytes(std::span(lengths)));
    thread_local bytes request;
    request.resize(ntohl(lengths[0]));
    read_all(accepted, request);
    write_all(accepted, answer_to(request, ntohl(lengths[1])));
}

/* Serves in a thread of its own. Returns the port. */
inline int serve()
{
    int listener = checked(socket(AF_INET, SOCK_STREAM, 0), "socket");
    sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    checked(bind(listener, reinterpret_cast<sockaddr*>(&address), length), "bind");
    checked(listen(listener, 16), "listen");
    checked(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), "getsockname");
    std::thread([listener] {
        while (true) {
            descriptor accepted(checked(accept(listener, nullptr, nullptr), "accept"));
            answer(accepted.get());
        }
    }).detach();
    return ntohs(address.sin_port);
}

inline exchange to(int port)
{
    return [port](view request, std::size_t reply_length) {
        descriptor connection(checked(socket(AF_INET, SOCK_STREAM, 0), "socket"));
        sockaddr_in address = loopback(port);
        checked(connect(connection.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), "connect");
        int on = 1;
        checked(setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), "setsockopt");
        std::uint32_t lengths[] = {htonl(static_cast<std::uint32_t>(request.size())), htonl(static_cast<std::uint32_t>(reply_length))};
        thread_local bytes message; /* everything is sent at once, as by the Java side */
        message.resize(sizeof lengths + request.size());
        std::memcpy(message.data(), lengths, sizeof lengths);
        std::memcpy(message.data() + sizeof lengths, request.data(), request.size());
        write_all(connection.get(), message);
        bytes reply(reply_length);
        read_all(connection.get(), reply);
        return reply;
    };
}

} // namespace tcp

/*
 * Files of a directory: UUID_request holds four bytes with the length of the wanted reply, and the request; UUID_reply the reply.
 * Each is written under a name with _tmp and then renamed. This side is told by inotify.
 */
namespace files {

inline const std::string request_suffix = "_request", reply_suffix = "_reply", unfinished = "_tmp";

inline void publish(const std::string& path, view head, view body)
{
    std::string under = path + unfinished;
    {
        descriptor file(checked(open(under.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), "open"));
        write_all(file.get(), head);
        write_all(file.get(), body);
    }
    checked(rename(under.c_str(), path.c_str()), "rename");
}

inline bytes taken(const std::string& path)
{
    bytes content;
    {
        descriptor file(checked(open(path.c_str(), O_RDONLY | O_CLOEXEC), "open"));
        struct stat about;
        checked(fstat(file.get(), &about), "fstat");
        content.resize(static_cast<std::size_t>(about.st_size));
        read_all(file.get(), content);
    }
    checked(unlink(path.c_str()), "unlink");
    return content;
}

/* Tells which names appear in a directory by a rename. */
class watch {
public:
    explicit watch(const std::string& directory) : notify_(checked(inotify_init1(IN_CLOEXEC), "inotify_init1"))
    {
        checked(inotify_add_watch(notify_.get(), directory.c_str(), IN_MOVED_TO), "inotify_add_watch");
    }
    std::string next()
    {
        if (at_ == end_) {
            end_ = static_cast<std::size_t>(checked(static_cast<int>(::read(notify_.get(), room_, sizeof room_)), "read of inotify"));
            at_ = 0;
        }
        auto* event = reinterpret_cast<const inotify_event*>(room_ + at_);
        at_ += sizeof *event + event->len;
        return event->name;
    }

private:
    descriptor notify_;
    alignas(inotify_event) char room_[1 << 14];
    std::size_t at_ = 0, end_ = 0;
};

/* Serves in a thread of its own. */
inline void serve(const std::string& directory)
{
    auto watching = std::make_shared<watch>(directory);
    std::thread([directory, watching] {
        while (true) {
            std::string name = watching->next();
            if (name.ends_with(request_suffix)) {
                bytes content = taken(directory + "/" + name);
                std::uint32_t wanted;
                if (content.size() <= sizeof wanted) {
                    throw std::runtime_error(name + " is too short");
                }
                std::memcpy(&wanted, content.data(), sizeof wanted);
                std::string id = name.substr(0, name.size() - request_suffix.size());
                publish(directory + "/" + id + reply_suffix, {}, answer_to(view(content).subspan(sizeof wanted), ntohl(wanted)));
            }
        }
    }).detach();
}

inline std::string uuid()
{
    char text[37] = "";
    descriptor source(checked(open("/proc/sys/kernel/random/uuid", O_RDONLY | O_CLOEXEC), "open"));
    checked(static_cast<int>(::read(source.get(), text, 36)), "read");
    return text;
}

inline exchange to(const std::string& directory)
{
    auto watching = std::make_shared<watch>(directory);
    return [directory, watching](view request, std::size_t reply_length) {
        std::string id = uuid();
        std::uint32_t wanted[] = {htonl(static_cast<std::uint32_t>(reply_length))};
        publish(directory + "/" + id + request_suffix, std::as_bytes(std::span(wanted)), request);
        while (watching->next() != id + reply_suffix) {
            /* its own request */
        }
        return taken(directory + "/" + id + reply_suffix);
    };
}

} // namespace files

/* JSON over HTTP: {"replyBytes":N,"data":"BASE64"} is answered by {"data":"BASE64"}. The connection is kept. */
namespace rest {

#ifdef WITH_REST
constexpr bool is_there = true;
constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline void append_base64(std::string& to, view from)
{
    for (std::size_t i = 0; i < from.size(); i += 3) {
        std::size_t left = std::min<std::size_t>(3, from.size() - i);
        unsigned three = std::to_integer<unsigned>(from[i]) << 16 | (left > 1 ? std::to_integer<unsigned>(from[i + 1]) << 8 : 0) |
                         (left > 2 ? std::to_integer<unsigned>(from[i + 2]) : 0);
        char four[] = {letters[three >> 18], letters[three >> 12 & 63], left > 1 ? letters[three >> 6 & 63] : '=',
                       left > 2 ? letters[three & 63] : '='};
        to.append(four, sizeof four);
    }
}

inline bytes from_base64(std::string_view text)
{
    static const auto values = [] {
        std::array<unsigned char, 256> made{};
        for (unsigned char i = 0; i < 64; i++) {
            made[static_cast<unsigned char>(letters[i])] = i;
        }
        return made;
    }();
    bytes decoded(text.size() / 4 * 3);
    for (std::size_t i = 0, at = 0; i + 3 < text.size(); i += 4, at += 3) {
        unsigned three = 0;
        for (std::size_t j = 0; j < 4; j++) {
            three = three << 6 | values[static_cast<unsigned char>(text[i + j])];
        }
        decoded[at] = static_cast<std::byte>(three >> 16);
        decoded[at + 1] = static_cast<std::byte>(three >> 8);
        decoded[at + 2] = static_cast<std::byte>(three);
    }
    decoded.resize(decoded.size() - (text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0));
    return decoded;
}

/* What is behind "NAME": in a body of ours, up to one of the characters. */
inline std::string_view member(std::string_view json, std::string_view name, std::string_view ends)
{
    std::size_t from = json.find(name);
    if (from == json.npos) {
        throw std::runtime_error("the body has no " + std::string(name));
    }
    from += name.size();
    std::size_t to = json.find_first_of(ends, from);
    return json.substr(from, to == json.npos ? to : to - from);
}

inline bytes data_of(std::string_view json)
{
    return from_base64(member(json, "\"data\":\"", "\""));
}

/* Serves in threads of its own. Returns the port. */
inline int serve()
{
    auto* server = new httplib::Server; /* until the end of the process */
    server->set_tcp_nodelay(true);
    server->set_keep_alive_max_count(SIZE_MAX);
    server->Post("/exchange", [](const httplib::Request& request, httplib::Response& response) {
        bytes body = data_of(request.body);
        auto wanted = std::stoul(std::string(member(request.body, "\"replyBytes\":", ",}")));
        std::string answer = "{\"data\":\"";
        append_base64(answer, answer_to(body, wanted));
        response.set_content(answer + "\"}", "application/json");
    });
    int port = server->bind_to_any_port("127.0.0.1");
    std::thread([server] { server->listen_after_bind(); }).detach();
    return port;
}

inline exchange to(int port)
{
    auto client = std::make_shared<httplib::Client>("127.0.0.1", port);
    client->set_keep_alive(true);
    client->set_tcp_nodelay(true);
    return [client](view request, std::size_t reply_length) {
        std::string body = "{\"replyBytes\":" + std::to_string(reply_length) + ",\"data\":\"";
        append_base64(body, request);
        auto result = client->Post("/exchange", body + "\"}", "application/json");
        if (!result || result->status != 200) {
            throw std::runtime_error("REST: " + (result ? std::to_string(result->status) : httplib::to_string(result.error())));
        }
        return data_of(result->body);
    };
}
#else
constexpr bool is_there = false;
inline int serve() { return 0; }
inline exchange to(int)
{
    return [](view, std::size_t) -> bytes { throw std::runtime_error("built without cpp-httplib"); };
}
#endif

} // namespace rest

#endif

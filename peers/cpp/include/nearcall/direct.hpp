// SPDX-License-Identifier: Apache-2.0
/*
 * Structs that are written and read without a nearcall::value in between. It is done for a struct whose members are numbers,
 * texts, such structs, and lists of texts or of such structs, if both sides have the same version of all their classes. Otherwise,
 * and where the message has anything else than plain new objects, the way through values is taken.
 */
#ifndef NEARCALL_DIRECT_HPP
#define NEARCALL_DIRECT_HPP

#include "nearcall/convert.hpp"

#include <nearcall_direct.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace nearcall::detail {

/* Is a member of this C++ type written like this, whatever its value is? Depth: a struct may contain itself, which is not direct. */
template <class T, int Depth> struct direct_member : std::false_type {};
template <class T, int Depth> struct direct_record : std::false_type {};

template <class T, int Depth> requires (is_primitive<T> || std::same_as<T, std::string> || std::same_as<T, std::optional<std::string>>)
struct direct_member<T, Depth> : std::true_type {};
template <class T, int Depth> requires has_record<T>
struct direct_member<T, Depth> : direct_record<T, Depth> {};
template <int Depth> struct direct_member<std::vector<std::string>, Depth> : std::true_type {};
template <class T, int Depth> requires has_record<T>
struct direct_member<std::vector<T>, Depth> : direct_record<T, Depth> {};

template <class T, int Depth> requires (Depth > 0 && has_record<T>)
struct direct_record<T, Depth> {
    template <class... Class, class... Member>
    static constexpr bool all(const std::tuple<member<Class, Member>...>*)
    {
        return (direct_member<Member, Depth - 1>::value && ...);
    }
    static constexpr bool value = all(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr));
};

/* What member_type() would say of a list, or any type to which an ArrayList can be assigned. */
constexpr bool is_list(std::string_view type)
{
    return type.empty() || type == "java.util.List" || type == "java.util.ArrayList" || type == "java.util.Collection" ||
           type == "java.util.AbstractList" || type == "java.lang.Iterable" || type == "java.lang.Object";
}

constexpr bool is_exact(std::string_view said, std::string_view type)
{
    return said.starts_with(type) && said.substr(type.size()).starts_with(" exact");
}

/* Does the line of each member say what its C++ type is taken for? */
template <class T> consteval bool is_declared_so()
{
    return std::apply(
        [](const auto&... members) {
            return ([](const auto& member) {
                using type = std::remove_cvref_t<decltype(std::declval<T&>().*member.at)>;
                std::string_view said = member.type == nullptr ? "" : member.type;
                if constexpr (is_primitive<type>) {
                    return said.empty() || is_exact(said, primitive<type>::name);
                } else if constexpr (has_record<type>) {
                    return said.empty() || is_exact(said, record<type>::name);
                } else if constexpr (std::same_as<type, std::string> || is_optional<type>) {
                    return said.empty() || is_exact(said, "java.lang.String");
                } else {
                    return is_list(said);
                }
            }(members) && ...);
        },
        record<T>::members);
}

template <class T> consteval bool can_be_direct()
{
    if constexpr (direct_record<T, 4>::value) {
        return is_declared_so<T>();
    }
    return false;
}
template <class T> inline constexpr bool is_direct = can_be_direct<T>();

template <class T> std::uint64_t class_key()
{
    static const std::uint64_t key = nearcall_class_key(record<T>::name, convert<T>::lines().c_str());
    return key;
}

/* The ids of a struct's class and of all in it, for one message. False if one of them has to go through values. */
template <class T> struct classes_of;

template <class T> struct member_classes {
    bool find(auto&&) { return true; }
    bool have_ids(bool) const { return true; }
};
template <has_record T> struct member_classes<T> : classes_of<T> {};
template <has_record T> struct member_classes<std::vector<T>> : classes_of<T> {
    bool have_ids(bool) const { return classes_of<T>::have_ids(true); }
};

template <class T> struct classes_of {
    std::uint32_t id = 0;

    template <class... Class, class... Member>
    static std::tuple<member_classes<Member>...> within_of(const std::tuple<member<Class, Member>...>*);
    decltype(within_of(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr))) within;

    bool find(auto&& known)
    {
        return known(class_key<T>(), &id) && std::apply([&](auto&... each) { return (each.find(known) && ...); }, within);
    }

    /* Are the ids known that the objects have to be written with? */
    bool have_ids(bool with_class) const
    {
        return (id != 0 || !with_class) && std::apply([](const auto&... each) { return (each.have_ids(false) && ...); }, within);
    }
};

static_assert(std::endian::native == std::endian::little, "as the bytes of a message are");

template <class Word> Word word_at(const void* at)
{
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/* The last word of a text overlaps the one before: most texts are short, and are seen in two loads. */
template <class Word> bool words_are_ascii(const char* text, std::size_t length)
{
    Word seen = word_at<Word>(text + length - sizeof(Word));
    for (std::size_t at = 0; at + sizeof(Word) < length; at += sizeof(Word)) {
        seen |= word_at<Word>(text + at);
    }
    return (seen & static_cast<Word>(0x8080808080808080)) == 0;
}

inline bool is_ascii(const char* text, std::size_t length)
{
    return length >= 8   ? words_are_ascii<std::uint64_t>(text, length)
           : length >= 4 ? words_are_ascii<std::uint32_t>(text, length)
                         : std::all_of(text, text + length, [](char each) { return (each & 0x80) == 0; });
}

/* ---- writing ---- */

/* Writes into the record itself. What has no room goes through the library, which sends the record. */
class direct_writer {
public:
    explicit direct_writer(nearcall_writer* writer) : writer_(writer), room_(nearcall_writer_room(writer, 0)) {}

    void done() { nearcall_writer_wrote(writer_, room_.at, std::exchange(objects_, 0)); }

    template <class T> void put(T number)
    {
        std::memcpy(take(sizeof number), &number, sizeof number);
    }

    void varint(std::uint32_t number)
    {
        if (number < 0x80) {
            put(static_cast<std::uint8_t>(number));
            return;
        }
        std::uint8_t bytes[5];
        std::size_t length = 0;
        for (; number >= 0x80; number >>= 7) {
            bytes[length++] = static_cast<std::uint8_t>(number | 0x80);
        }
        bytes[length++] = static_cast<std::uint8_t>(number);
        std::memcpy(take(length), bytes, length);
    }

    void new_object()
    {
        objects_++;
        put(std::uint8_t{1});
    }

    void text(std::string_view text)
    {
        if (static_cast<std::size_t>(room_.end - room_.at) >= 5 + text.size() && is_ascii(text.data(), text.size())) {
            varint(static_cast<std::uint32_t>(text.size() + 1) << 1);
            std::memcpy(take(text.size()), text.data(), text.size());
        } else {
            done();
            nearcall_put_text(writer_, text.data(), text.size());
            room_ = nearcall_writer_room(writer_, 0);
        }
    }

    void null() { put(std::uint8_t{0}); }

    void list(std::size_t count)
    {
        if (count > std::numeric_limits<std::int32_t>::max()) {
            throw std::length_error("A list in Java cannot have so many elements.");
        }
        varint(NEARCALL_ARRAY_LIST_ID + 1);
        new_object();
        varint(static_cast<std::uint32_t>(count));
    }

private:
    std::uint8_t* take(std::size_t length)
    {
        if (static_cast<std::size_t>(room_.end - room_.at) < length) {
            done();
            room_ = nearcall_writer_room(writer_, length);
        }
        return std::exchange(room_.at, room_.at + length);
    }

    nearcall_writer* writer_;
    nearcall_window room_;
    std::uint32_t objects_ = 0;
};

template <class T> void put_record(direct_writer& to, const classes_of<T>& classes, const T& from, bool with_class);

template <class T, class Classes> void put_member(direct_writer& to, const Classes& classes, const T& from)
{
    if constexpr (is_primitive<T>) {
        to.put(from);
    } else if constexpr (std::same_as<T, std::string>) {
        to.text(from);
    } else if constexpr (std::same_as<T, std::optional<std::string>>) {
        from ? to.text(*from) : to.null();
    } else if constexpr (has_record<T>) {
        put_record<T>(to, classes, from, false);
    } else {
        to.list(from.size());
        for (const auto& each : from) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                to.varint(NEARCALL_STRING_ID + 1);
                to.text(each);
            } else {
                put_record<typename T::value_type>(to, classes, each, true);
            }
        }
    }
}

template <class T> void put_record(direct_writer& to, const classes_of<T>& classes, const T& from, bool with_class)
{
    if (with_class) {
        to.varint(classes.id + 1);
    }
    to.new_object();
    std::apply(
        [&](const auto&... member) {
            std::apply([&](const auto&... within) { (put_member(to, within, from.*member.at), ...); }, classes.within);
        },
        record<T>::members);
}

/* False: nothing is written. */
template <class T> bool put_direct(nearcall_writer* writer, const T& from, bool with_class)
{
    classes_of<T> classes;
    if (!classes.find([&](std::uint64_t key, std::uint32_t* id) { return nearcall_writer_class(writer, key, id); }) ||
        !classes.have_ids(with_class)) {
        return false;
    }
    direct_writer to(writer);
    put_record<T>(to, classes, from, with_class);
    to.done();
    return true;
}

/* ---- reading ---- */

/* Reads the memory of a message. Each function returns false if something else follows, or nothing. */
class direct_reader {
public:
    explicit direct_reader(nearcall_reader* reader) : reader_(reader), mark_(nearcall_reader_mark(reader)) {}

    bool at_end() const { return mark_.at == mark_.end; }
    void done() { nearcall_reader_move(reader_, mark_); }

    template <class T> bool get(T& number)
    {
        if (left() < sizeof number) {
            return false;
        }
        if constexpr (std::same_as<T, bool>) {
            number = *mark_.at != 0;
        } else {
            std::memcpy(&number, mark_.at, sizeof number);
        }
        mark_.at += sizeof number;
        return true;
    }

    bool varint(std::uint32_t& number)
    {
        if (mark_.at < mark_.end && *mark_.at < 0x80) {
            number = *mark_.at++;
            return true;
        }
        number = 0;
        for (unsigned shift = 0; shift < 35 && mark_.at < mark_.end; shift += 7) {
            std::uint8_t byte = *mark_.at++;
            if (shift == 28 && byte > 0x0f) {
                return false;
            }
            number |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
            if (byte < 0x80) {
                return true;
            }
        }
        return false;
    }

    bool is(std::uint32_t expected)
    {
        std::uint32_t number;
        return varint(number) && number == expected;
    }

    bool new_object() { return is(1); }

    bool text(std::string& to)
    {
        const std::uint8_t* start = mark_.at;
        std::uint32_t head;
        if (!varint(head) || head < 2) {
            return false;
        }
        std::uint32_t length = (head >> 1) - 1;
        const char* text = reinterpret_cast<const char*>(mark_.at);
        if ((head & 1) == 0 && length <= left() && is_ascii(text, length)) {
            to.assign(text, length);
            mark_.at += length;
            return true;
        }
        return decoded(start, to);
    }

    bool text(std::optional<std::string>& to)
    {
        if (left() > 0 && *mark_.at == 0) {
            mark_.at++;
            return true;
        }
        return text(to.emplace());
    }

    bool list(std::uint32_t& count)
    {
        std::uint32_t id;
        return varint(id) && id != 0 && (id == NEARCALL_ARRAY_LIST_ID + 1 || nearcall_is_list_id(id - 1)) && new_object() &&
               varint(count) && count <= left(); /* an element has at least a byte */
    }

private:
    std::size_t left() const { return static_cast<std::size_t>(mark_.end - mark_.at); }

    /* Other characters than those of ASCII. */
    bool decoded(const std::uint8_t* start, std::string& to)
    {
        mark_.at = start;
        done();
        std::size_t length;
        const char* text = nearcall_get_string(reader_, &length);
        mark_.at = nearcall_reader_mark(reader_).at;
        if (text != nullptr) {
            to.assign(text, length);
        }
        return text != nullptr;
    }

    nearcall_reader* reader_;
    nearcall_mark mark_;
};

template <class T> bool get_record(direct_reader& from, const classes_of<T>& classes, T& to, bool with_class);

template <class T, class Classes> bool get_member(direct_reader& from, const Classes& classes, T& to)
{
    if constexpr (is_primitive<T>) {
        return from.get(to);
    } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::optional<std::string>>) {
        return from.text(to);
    } else if constexpr (has_record<T>) {
        return get_record<T>(from, classes, to, false);
    } else {
        std::uint32_t count;
        if (!from.list(count)) {
            return false;
        }
        to.reserve(std::min<std::size_t>(count, reserved_elements));
        for (std::uint32_t i = 0; i < count; i++) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                if (!from.is(NEARCALL_STRING_ID + 1) || !from.text(to.emplace_back())) {
                    return false;
                }
            } else if (!get_record<typename T::value_type>(from, classes, to.emplace_back(), true)) {
                return false;
            }
        }
        return true;
    }
}

template <class T> bool get_record(direct_reader& from, const classes_of<T>& classes, T& to, bool with_class)
{
    if (with_class && (classes.id == 0 || !from.is(classes.id + 1))) { /* without an id, what comes is of another class */
        return false;
    }
    return from.new_object() &&
           std::apply(
               [&](const auto&... member) {
                   return std::apply([&](const auto&... within) { return (get_member(from, within, to.*member.at) && ...); },
                                     classes.within);
               },
               record<T>::members);
}

/* Reads a struct that is the last value of its message. False: nothing is read. */
template <class T> bool get_direct(nearcall_reader* reader, T& to, bool with_class)
{
    classes_of<T> classes;
    if (!classes.find([&](std::uint64_t key, std::uint32_t* id) { return nearcall_reader_class(reader, key, id); })) {
        return false;
    }
    nearcall_mark mark = nearcall_reader_mark(reader);
    direct_reader from(reader);
    if (get_record<T>(from, classes, to, with_class) && from.at_end()) {
        from.done();
        return true;
    }
    to = T();
    nearcall_reader_move(reader, mark);
    return false;
}

} // namespace nearcall::detail

#endif

// SPDX-License-Identifier: Apache-2.0
/* Which C++ types a wire form takes and gives, and how they are written and read. */
#ifndef NEARCALL_WIRE_HPP
#define NEARCALL_WIRE_HPP

#include "nearcall/direct.hpp"
#include "nearcall/method.hpp"
#include "nearcall/stream.hpp"

#include <optional>
#include <span>

namespace nearcall {

/* What a header of "nearcall describe" says of one of its stubs: see generated.hpp. */
template <class Stub> struct generated;
template <class T> concept is_stub = requires { typename generated<T>::skeleton; };

namespace detail {

template <class T> inline constexpr bool is_stream = false;
template <class T> inline constexpr bool is_stream<stream<T>> = true;
template <class T> inline constexpr bool is_service = false;
template <class T> inline constexpr bool is_service<service<T>> = true;
template <class T> concept is_null = std::same_as<T, std::nullptr_t> || std::same_as<T, std::nullopt_t>;
template <class T> concept is_byte = std::same_as<T, std::byte> || std::same_as<T, std::uint8_t>;

template <char Form> consteval auto wire_of()
{
    if constexpr (Form == 'Z') { return bool{}; }
    else if constexpr (Form == 'B') { return std::int8_t{}; }
    else if constexpr (Form == 'C') { return char16_t{}; }
    else if constexpr (Form == 'S') { return std::int16_t{}; }
    else if constexpr (Form == 'I') { return std::int32_t{}; }
    else if constexpr (Form == 'J') { return std::int64_t{}; }
    else if constexpr (Form == 'F') { return float{}; }
    else if constexpr (Form == 'D') { return double{}; }
}
/* The C++ type of a primitive form, else void. */
template <char Form> using wire = decltype(wire_of<Form>());

template <char Form> auto natural_of()
{
    if constexpr (Form == 'T') { return std::type_identity<std::string>(); }
    else if constexpr (Form == 'A') { return std::type_identity<std::vector<std::byte>>(); }
    else if constexpr (Form == 'E') { return std::type_identity<stream<value>>(); }
    else if constexpr (Form == 'X' || Form == 'L' || Form == 'R') { return std::type_identity<value>(); }
    else { return std::type_identity<wire<Form>>(); }
}
struct natural; /* the result type that the form has, if the program names none */
template <class R, char Form>
using result_type = typename std::conditional_t<std::same_as<R, natural>, decltype(natural_of<Form>()), std::type_identity<R>>::type;

/* Can an A be written as this form? */
template <char Form, class A> consteval bool takes()
{
    if constexpr (!std::is_void_v<wire<Form>>) {
        return std::is_arithmetic_v<A> && (requires(const A& x) { wire<Form>{x}; } ||
                                           (Form == 'D' && std::integral<A> && sizeof(A) <= 4));
    } else if constexpr (is_optional<A>) {
        return takes<Form, typename unwrapped<A>::type>();
    } else if constexpr (Form == 'T') {
        return is_null<A> || std::convertible_to<const A&, std::string_view>;
    } else if constexpr (Form == 'A') {
        if constexpr (std::ranges::contiguous_range<const A>) {
            return is_byte<std::ranges::range_value_t<const A>>;
        }
        return is_null<A>;
    } else if constexpr (Form == 'E') {
        return is_null<A> || std::same_as<A, source>;
    } else if constexpr (Form == 'R') {
        return is_null<A> || std::same_as<A, object> || std::same_as<A, value> || is_service<A> || is_stub<A>;
    } else {
        return Form != 'V' && requires(const values& in, const A& x) { convert<A>::to(in, x, std::string_view()); };
    }
}

/* Can this form be read as a T? borrowed: views of what was read are allowed. */
template <char Form, class T, bool Borrowed> consteval bool gives()
{
    if constexpr (Form == 'V') {
        return std::is_void_v<T>;
    } else if constexpr (!std::is_void_v<wire<Form>>) {
        return std::is_arithmetic_v<T> && requires(wire<Form> x) { T{x}; };
    } else if constexpr (is_optional<T>) {
        return gives<Form, typename unwrapped<T>::type, Borrowed>();
    } else if constexpr (Form == 'T') {
        return std::same_as<T, std::string> || (Borrowed && std::same_as<T, std::string_view>);
    } else if constexpr (Form == 'A') {
        return std::same_as<T, std::vector<std::byte>> || std::same_as<T, std::vector<std::uint8_t>> ||
               (Borrowed && std::same_as<T, std::span<const std::byte>>);
    } else if constexpr (Form == 'E') {
        return is_stream<T>;
    } else if constexpr (Form == 'R') {
        return std::same_as<T, value> || is_service<T> || is_stub<T>;
    } else {
        return (Borrowed || !std::same_as<T, std::string_view>) &&
               requires(const value& from) { { convert<T>::from(from) } -> std::same_as<T>; };
    }
}

/* What is read before anything is converted. A null has no address. */
struct chunk {
    const void* at;
    std::size_t length;
};

/* A struct, if it could be read without a value. */
template <class T> struct fetched {
    std::optional<T> direct;
    chunk tree{};
};

/* Form: as which a struct is read or written without a value, if it is one. */
template <char Form, class T> constexpr bool goes_directly(std::string_view declared)
{
    if constexpr (is_direct<T> && Form == 'X') {
        return declared == record<T>::name;
    }
    return Form == 'L';
}

/* Last: nothing is behind it in the message, which could refer to objects in it. */
template <char Form, class T, bool Last> auto read(nearcall_reader* reader, const char* declared) noexcept
{
    if constexpr (Last && (Form == 'L' || Form == 'X') && is_direct<T>) {
        fetched<T> found;
        nearcall_mark mark = nearcall_reader_mark(reader);
        bool whole = nearcall_reader_status(reader) == NEARCALL_OK; /* so far: an earlier argument may be in error */
        try {
            if (whole && goes_directly<Form, T>(declared) && get_direct(reader, found.direct.emplace(), Form == 'L')) {
                return found;
            }
        } catch (...) { /* there is no memory: the other way says so, or does without */
            nearcall_reader_move(reader, mark);
        }
        found.direct.reset();
        found.tree = read<Form, T, false>(reader, declared);
        return found;
    } else if constexpr (Form == 'T' || Form == 'A') {
        chunk found{};
        found.at = Form == 'T' ? static_cast<const void*>(nearcall_get_string(reader, &found.length))
                               : static_cast<const void*>(nearcall_get_bytes(reader, &found.length));
        return found;
    } else if constexpr (Form == 'X') {
        return chunk{nearcall_get_plain(reader, declared), 0};
    } else if constexpr (Form == 'L') {
        return chunk{nearcall_get_value(reader), 0};
    } else if constexpr (Form == 'E' || Form == 'R') {
        return chunk{nearcall_get_reference(reader), 0};
    } else {
        return primitive<wire<Form>>::get(reader);
    }
}

template <class T> T bytes_of(const typename T::value_type* at, std::size_t length)
{
    if constexpr (requires(T copy) { copy.reserve(length); }) {
        T copy;
        copy.reserve(length);
        const auto* end = at + length;
        if (nearcall_copies_slowly(copy.data(), at, length)) {
            for (; end - at > NEARCALL_PIECE; at += NEARCALL_PIECE) {
                copy.insert(copy.end(), at, at + NEARCALL_PIECE);
            }
        }
        copy.insert(copy.end(), at, end);
        return copy;
    } else {
        return T(at, at + length); /* a span */
    }
}

template <char Form, class T, class Raw>
T take(Raw& raw, const std::shared_ptr<home>& home, const std::shared_ptr<const void>& owner, std::string_view declared)
{
    if constexpr (std::same_as<Raw, fetched<T>>) {
        return raw.direct ? std::move(*raw.direct) : take<Form, T>(raw.tree, home, owner, declared);
    } else if constexpr (!std::same_as<std::remove_const_t<Raw>, chunk>) {
        return T{raw};
    } else if constexpr (is_optional<T>) {
        return raw.at == nullptr ? T() : T(take<Form, typename T::value_type>(raw, home, owner, declared));
    } else if constexpr (Form == 'X' || Form == 'L' || Form == 'R') {
        auto* at = static_cast<const nearcall_value*>(raw.at);
        if constexpr (keeps_nothing<T>) {
            return convert<T>::from(value(uncounted(home), nullptr, at));
        } else {
            return convert<T>::from(value(home, owner, at));
        }
    } else {
        if (raw.at == nullptr) {
            unreadable("A " + std::string(declared) + " is null. Let the C++ type be a std::optional.");
        }
        if constexpr (Form == 'E') {
            return T(home, static_cast<const nearcall_value*>(raw.at), declared == "java.util.concurrent.Flow$Publisher");
        } else if constexpr (Form == 'T') {
            return T(static_cast<const char*>(raw.at), raw.length);
        } else {
            return bytes_of<T>(static_cast<const typename T::value_type*>(raw.at), raw.length);
        }
    }
}

template <char Form, class A> void put(nearcall_writer* writer, const values& in, const std::shared_ptr<home>& home,
                                       const char* declared, const A& from)
{
    if constexpr (!std::is_void_v<wire<Form>>) {
        primitive<wire<Form>>::put(writer, static_cast<wire<Form>>(from));
    } else if constexpr (is_optional<A>) {
        from ? put<Form>(writer, in, home, declared, *from) : put<Form>(writer, in, home, declared, nullptr);
    } else if constexpr (Form == 'T') {
        if constexpr (is_null<A>) {
            nearcall_put_string(writer, nullptr);
        } else if constexpr (std::is_pointer_v<A>) {
            nearcall_put_string(writer, from);
        } else {
            std::string_view text = from;
            nearcall_put_text(writer, text.empty() ? "" : text.data(), text.size());
        }
    } else if constexpr (Form == 'A') {
        if constexpr (is_null<A>) {
            nearcall_put_bytes(writer, nullptr, 0);
        } else {
            nearcall_put_bytes(writer, std::ranges::empty(from) ? "" : static_cast<const void*>(std::ranges::data(from)),
                               std::ranges::size(from));
        }
    } else if constexpr (Form == 'E' && !is_null<A>) {
        auto opened = from.open(home);
        nearcall_put_reference(writer, NEARCALL_STREAM, made(nearcall_new_reference(in.get(), opened.get()), "a stream"));
    } else {
        if constexpr ((Form == 'L' || Form == 'X') && is_direct<A>) {
            if (goes_directly<Form, A>(declared) && put_direct(writer, from, Form == 'L')) {
                return;
            }
        }
        const nearcall_value* value = convert<A>::to(in, from, declared);
        if constexpr (Form == 'L') {
            nearcall_put_value(writer, value);
        } else if constexpr (Form == 'X') {
            nearcall_put_plain(writer, declared, value);
        } else {
            nearcall_put_reference(writer, declared, value);
        }
    }
}

} // namespace detail

} // namespace nearcall

#endif

// SPDX-License-Identifier: Apache-2.0
/* Numbers, texts and the beginnings of objects, written into a record and read from a message without a call for each. */
#ifndef NEARCALL_DIRECT_IO_HPP
#define NEARCALL_DIRECT_IO_HPP

#include "nearcall/error.hpp"

#include <nearcall_direct.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace nearcall::detail {

static_assert(std::endian::native == std::endian::little, "A message has the bytes of a number in this order, and they are copied.");

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
            throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT, "A list cannot have " + std::to_string(count) + " elements.");
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
            to.reset();
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

} // namespace nearcall::detail

#endif

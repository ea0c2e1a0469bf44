// SPDX-License-Identifier: Apache-2.0
/* Streams both ways: form E. */
#ifndef NEARCALL_STREAM_HPP
#define NEARCALL_STREAM_HPP

#include "nearcall/convert.hpp"

#include <chrono>
#include <functional>
#include <iterator>
#include <ranges>

namespace nearcall {

/* A stream of this process: the elements of a range, or of a function that returns std::optional. Can be passed once. */
class source {
public:
    template <class From> requires (!std::same_as<std::remove_cvref_t<From>, source>) explicit source(From&& from)
    {
        if constexpr (std::ranges::input_range<From>) {
            next_ = of_range(std::views::all(std::forward<From>(from)));
        } else {
            auto generate = std::make_shared<std::decay_t<From>>(std::forward<From>(from));
            next_ = [generate](const values& in) { return element((*generate)(), in); };
        }
    }

    /* The object that stands for it. The source is empty then. */
    std::shared_ptr<nearcall_object> open(const std::shared_ptr<detail::home>& home) const
    {
        if (!next_) {
            throw error(NEARCALL_INVALID, NEARCALL_NOT_SENT, "A source can be passed once. Make another one.");
        }
        auto opened = std::make_unique<state>(state{home, std::move(next_)});
        next_ = nullptr;
        nearcall_source from{run, [](void* context) { delete static_cast<state*>(context); }, opened.get()};
        nearcall_object* made;
        detail::check([&](nearcall_error* e) { return nearcall_source_new(&from, &made, e); });
        opened.release();
        return {made, nearcall_object_release};
    }

private:
    using step = std::optional<const nearcall_value*>; /* empty at the end */
    using stepper = std::function<step(const values&)>;
    struct state {
        std::shared_ptr<detail::home> home;
        stepper next;
    };

    template <class T> static step element(const std::optional<T>& next, const values& in)
    {
        return next ? step(convert<T>::to(in, *next, {})) : std::nullopt;
    }
    template <class View> static stepper of_range(View view)
    {
        struct walk {
            View view;
            std::optional<std::ranges::iterator_t<View>> at;
        };
        auto walked = std::make_shared<walk>(walk{std::move(view), {}});
        return [walked](const values& in) -> step {
            if (walked->at) {
                ++*walked->at;
            } else {
                walked->at = std::ranges::begin(walked->view);
            }
            if (*walked->at == std::ranges::end(walked->view)) {
                return std::nullopt;
            }
            using type = std::ranges::range_value_t<View>;
            return convert<type>::to(in, static_cast<type>(**walked->at), {});
        };
    }
    static int run(void* context, nearcall_values* arena, const nearcall_value** element) noexcept
    {
        try {
            auto* source = static_cast<state*>(context);
            step next = source->next(values(source->home, {std::shared_ptr<void>(), arena}));
            *element = next.value_or(nullptr);
            return next ? NEARCALL_OK : NEARCALL_STREAM_END;
        } catch (...) {
            *element = detail::thrown(arena);
            return NEARCALL_EXCEPTION;
        }
    }

    mutable stepper next_;
};

/* The elements of a stream of the other side, each as a T. A range for one reader. */
template <class T> class stream {
public:
    stream(std::shared_ptr<detail::home> home, const nearcall_value* reference, bool publisher) : home_(std::move(home))
    {
        nearcall_stream* opened;
        detail::check([&](nearcall_error* e) {
            return publisher ? nearcall_stream_subscribe(reference, &opened, e) : nearcall_stream_open(reference, &opened, e);
        });
        handle_.reset(opened);
    }

    /* The next element, or nothing at the end. After error with NEARCALL_DEADLINE it can be called again. */
    std::optional<T> next(std::optional<std::chrono::nanoseconds> timeout = {})
    {
        nearcall_error failure;
        const nearcall_value* element;
        switch (nearcall_stream_next(handle_.get(), timeout ? timeout->count() : -1, &element, &failure)) {
        case NEARCALL_OK: return value(home_, nullptr, element).template as<T>();
        case NEARCALL_STREAM_END: return std::nullopt;
        case NEARCALL_EXCEPTION: throw java_exception(nearcall_stream_exception(handle_.get()));
        default: throw error(failure);
        }
    }

    class iterator {
    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        iterator() = default;
        explicit iterator(stream* of) : of_(of) { ++*this; }
        const T& operator*() const { return *of_->element_; }
        iterator& operator++() { return of_->element_ = of_->next(), *this; }
        void operator++(int) { ++*this; }
        bool operator==(std::default_sentinel_t) const { return !of_->element_; }

    private:
        stream* of_ = nullptr;
    };
    iterator begin() { return iterator(this); }
    std::default_sentinel_t end() const { return {}; }

private:
    struct closer {
        void operator()(nearcall_stream* stream) const { nearcall_stream_close(stream); }
    };
    std::shared_ptr<detail::home> home_;
    std::unique_ptr<nearcall_stream, closer> handle_;
    std::optional<T> element_;
};

} // namespace nearcall

#endif

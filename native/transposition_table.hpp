// The memory of a search: fixed size, one cache line a bucket, owned by the solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace rebelote {

class Table {
   public:
    static constexpr std::size_t kLine = 64;

    // The largest power of two of cache lines that fits, and at least one.
    explicit Table(std::size_t bytes) {
        while (kLine << (bits_ + 1) <= bytes) ++bits_;
        memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, this->bytes())));
        if (!memory_) throw std::bad_alloc();
        clear();
    }
    std::size_t bytes() const { return kLine << bits_; }
    void clear() {
        std::memset(memory_.get(), 0, bytes());
        written_ = 0;
    }

    // To be called before a search. Forgets everything that was learnt for another game, since bounds hold
    // for one set of rules and values; and old deals once so much was written that they are in the way.
    void prepare(std::uint64_t game) {
        if (game != game_ || written_ > bytes() / 2) clear();
        game_ = game;
    }
    void wrote(std::size_t bytes) { written_ += bytes; }
    // A number for a deal whose positions can't be told from their cards alone.
    std::uint32_t next_deal() {
        if (++deal_ == 0) clear(), ++deal_;
        return deal_;
    }
    template <class Entry>
    Entry* bucket(std::uint64_t hash) {
        return reinterpret_cast<Entry*>(memory_.get() + (bits_ ? (hash >> (64 - bits_)) * kLine : 0));
    }

   private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };
    int bits_ = 0;
    std::uint64_t game_ = 0;
    std::uint32_t deal_ = 0;
    std::size_t written_ = 0;
    std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace rebelote

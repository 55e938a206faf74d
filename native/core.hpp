// What the core computes, whichever build of it runs. `core()` picks the build for this processor.
#pragma once

#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "position.hpp"
#include "random.hpp"
#include "transposition_table.hpp"

namespace rebelote {

// What one search works with; not to be shared between threads.
inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// A search that was given up. What the tables have by then is true.
struct SearchTooLong : std::runtime_error {
    SearchTooLong() : std::runtime_error("the search was given up: too many positions") {}
};

struct Memory {
    explicit Memory(std::size_t bytes) : bounds(bytes - bytes / 5), sweeps(bytes / 5) {}
    std::size_t bytes() const { return bounds.bytes() + sweeps.bytes(); }
    Table bounds;
    Table sweeps;
    std::uint64_t nodes = 0;
    std::uint64_t most_nodes = kNoLimit;  // of one search, which gives up beyond it
};

inline constexpr int kNoValue = -1;

// Values for the side of one seat, of what is still to come.
struct Answer {
    int value = 0;
    std::array<int, kCards> cards;  // after each legal card of the player to move; kNoValue for the others
    std::vector<Card> line;         // one way to play the rest with best play by all, where asked for
    std::uint64_t nodes = 0;
};

struct Playouts {
    std::uint64_t played = 0;
    std::array<std::uint64_t, kMaxSeats> points{};   // summed, by seat; sweeps not counted in
    std::array<std::uint64_t, kMaxSeats> sweeps{};   // how often a seat's side took every trick of the deal
    std::array<std::uint64_t, kMaxSeats> squares{};  // of the points of a seat's side
};

struct Core {
    const char* name;
    // What `side`'s side still takes, after each card and in all.
    Answer (*solve)(const PlaySpec&, const Position&, Seat side, bool line, Memory&);
    // Can the side take `need` more (sweeps not counted in)?
    bool (*takes)(const PlaySpec&, const Position&, Seat side, int need, Memory&);
    // Can the side take every trick to come?
    bool (*takes_all)(const PlaySpec&, const Position&, Seat side, Memory&);
    // Random legal cards to the end of the deal, many times.
    Playouts (*playouts)(const PlaySpec&, const Position&, std::uint64_t number, Random&);
};

// The build in use: the best for this processor, until another is asked for.
const Core& core();
// Every build that runs on this processor, the best first.
std::span<const Core* const> cores();
// For tests: all solvers use the build of that name from now on. Throws std::invalid_argument.
void use_core(std::string_view name);

}  // namespace rebelote

// Playing for the score sheet: the marks of a deal instead of its points.
#pragma once

#include <unordered_map>

#include "core.hpp"

namespace rebelote {

// What a side marks more than the other, by how the deal comes out for it. The scorer fills it in; the core
// needs to know nothing of contracts.
struct Marks {
    std::vector<int> by_points;  // by the points it takes in the whole deal, where both sides have a trick
    int every_trick = 0;
    int no_trick = 0;
};

// Values in marks, exact for any sheet. A question «can the side mark this much?» is mostly «can it take that
// many points?», which the search of points answers. Where it is not (no trick may pay better than one, a
// guess may be exceeded), the cards are gone through one by one until it is.
class MarkSearch {
   public:
    // `before` are the points that the side had taken when the position arose.
    MarkSearch(const PlaySpec& spec, const Marks& marks, Seat side, int before, Memory& memory);

    // The marks after each legal card and in all.
    Answer answer(const Position& position);

   private:
    struct Key {
        std::array<Mask, kMaxSeats> hands;
        int leader, points, tricks;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Score {
        int points;      // of the side, in the whole deal so far
        int tricks;      // of the side
        int all_tricks;  // of everybody
    };

    Score score(const Position& position) const;
    bool is_good(const Score& score) const;
    bool reaches(Position& position);
    bool reaches_by_cards(Position& position);
    bool tries_cards(Position& position);
    int value_after(const Position& position, Card card);

    const PlaySpec& spec_;
    const Marks& marks_;
    Seat side_;
    int before_;
    Memory& memory_;
    std::vector<int> outcomes_;  // every mark that may come out, rising
    int wanted_ = 0;
    std::unordered_map<Key, bool, Hash> seen_;
};

}  // namespace rebelote

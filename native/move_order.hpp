// In which order a search tries the cards: a score from a few facts about each, with fitted weights.
#pragma once

#include <array>

namespace rebelote {

// A card's score is `base + slope * points`, both looked up by the facts that hold for it.
struct Weights {
    static constexpr int kFacts = 64;
    struct Row {
        std::array<int, kFacts> base;
        std::array<int, kFacts> slope;
    };
    Row lead;
    std::array<Row, 3> follow;  // the second, those between, the last to play
};

// Facts about a card to lead.
struct LeadFact {
    static constexpr int trump = 1, master = 2, mate_master = 4, foe_ruffs = 8, mate_ruffs = 16, single = 32;
};
// Facts about a card to add to a trick.
struct FollowFact {
    static constexpr int beats = 1, mate_holds = 2, settled = 4, trump = 8, follows = 16, master = 32;
};

}  // namespace rebelote

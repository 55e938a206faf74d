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

constexpr Weights first_weights() {
    Weights w{};
    for (int f = 0; f < Weights::kFacts; ++f) {
        const bool master = f & LeadFact::master, mate = f & LeadFact::mate_master;
        const bool ruffed = f & LeadFact::foe_ruffs, trump = f & LeadFact::trump;
        w.lead.base[f] = (master && !ruffed ? 400 : mate && !ruffed ? 250 : 0) + (f & LeadFact::mate_ruffs ? 100 : 0) -
                         (ruffed ? 100 : 0) + (trump ? 30 : 0);
        w.lead.slope[f] = (master || mate) && !ruffed ? 8 : -10;
        for (auto& row : w.follow) {
            const bool beats = f & FollowFact::beats, holds = f & FollowFact::mate_holds;
            const bool settled = f & FollowFact::settled;
            const bool ours = beats || holds;
            row.base[f] = (beats && settled ? 300 : beats ? 150 : holds && settled ? 300 : 0) - (f & FollowFact::trump ? 60 : 0) -
                          (f & FollowFact::master && !beats ? 40 : 0);
            row.slope[f] = ours ? (settled ? 10 : 2) : -10;
        }
    }
    return w;
}

}  // namespace rebelote

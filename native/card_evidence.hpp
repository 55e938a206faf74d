// What was played, as a weight of the hands that the seats may have had.
#pragma once

#include <memory>
#include <vector>

#include "estimate.hpp"
#include "playing.hpp"
#include "playing_habits.hpp"

namespace rebelote {

// The cards played so far, each weighed by how likely its player was to play it.
class Plays {
   public:
    // `held` are the cards that the seat is known to have had when it played, the card itself included;
    // hidden cards come on top of them.
    struct Play {
        Seat seat;
        int card;
        Pack held;
    };
    // `doubt` below 1 trusts the habits less than fully; `strict` tables refuse illegal cards.
    Plays(std::shared_ptr<PlaySpec> spec, std::shared_ptr<Habits> habits, Course start,
          const std::vector<Play>& plays, Seat me, float doubt, bool strict);

    // kImpossible where a card might not have been played.
    double log_chance(const std::array<Pack, kMaxSeats>& hidden) const;

   private:
    struct Moment {
        Course course;
        Card card;
        Mask held;
    };
    static constexpr double kSurprise = -5.0;  // no single card says more than this

    std::shared_ptr<PlaySpec> spec_;
    std::shared_ptr<Habits> habits_;
    std::vector<Moment> moments_;
    float doubt_;
    bool strict_;
};

}  // namespace rebelote

// What was said and shown, as a test or a weight of the hands that a seat may have been dealt. Cards are the
// pack's numbers here: hands are spoken of before there is a trump.
#pragma once

#include <memory>
#include <vector>

#include "course.hpp"
#include "habits.hpp"

namespace rebelote {

using Pack = std::uint32_t;  // a set of cards by their numbers in the pack

// What a hand is worth at one trump: a sum over its suits, of the cards held in each.
class Estimate {
   public:
    using Suit = std::array<float, 256>;
    // `trump` is a suit's number, or -1; `with_trumps` counts a side suit beside three trumps or more.
    Estimate(float base, int trump, const Suit& trumps, const Suit& side, const Suit& with_trumps)
        : base_(base), trump_(trump), trumps_(trumps), side_{side, with_trumps} {}

    float of(Pack hand) const {
        const auto held = [&](int suit) { return hand >> suit * kRanks & 255; };
        const bool can_ruff = trump_ >= 0 && size(held(trump_)) > 2;
        float sum = base_;
        for (int suit = 0; suit < kSuits; ++suit)
            sum += suit == trump_ ? trumps_[held(suit)] : side_[can_ruff][held(suit)];
        return sum;
    }

   private:
    float base_;
    int trump_;
    Suit trumps_;
    std::array<Suit, 2> side_;
};

// A call that a seat made, as a soft bound on its hand: the best of some estimates, each less what the call
// needs, is above nothing (or below), more or less.
struct Said {
    struct Option {
        std::shared_ptr<Estimate> estimate;
        float needed;
    };
    Seat seat;
    bool at_least;
    float softness;
    std::vector<Option> options;
    std::shared_ptr<Estimate> beyond;  // what the best is measured against, if anything

    double log_chance(Pack hand) const;
};

// What a seat's declarations were, told by their kinds.
class Announcements {
   public:
    struct Candidate {
        Pack cards;
        int kind;
        int points;
        int strength;  // the greater the stronger
    };
    struct Heard {
        std::vector<int> kinds;  // strongest first
        bool all;                // said for the player: he has these and no others
        std::vector<int> named;  // strengths that he has named
    };
    // `candidates` come strongest first. `sides` are the seats' sides; `winner` is the side whose
    // declarations were found the best, kUnsettled, or kNobody for neither.
    static constexpr int kUnsettled = -2;
    Announcements(std::vector<Candidate> candidates, std::vector<Heard> heard, std::vector<int> sides,
                  int winner, Pack voiding);

    // Could these hands have said that?
    bool allow(const std::array<Pack, kMaxSeats>& hands) const;

   private:
    struct Found {
        std::vector<int> candidates;
        int points = 0;
    };
    Found found(Pack hand) const;
    void extend(const std::vector<int>& held, std::size_t from, Pack taken, Found& now, Found& best) const;
    bool heard_from(Seat seat, const Found& found) const;
    bool settles(const std::vector<Found>& found) const;

    std::vector<Candidate> candidates_;
    std::vector<Heard> heard_;
    std::vector<int> sides_;
    int winner_;
    Pack voiding_;
};

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

// The player to move tries each card in a world: solved exactly, or played on by habit.
#pragma once

#include "core.hpp"
#include "hidden_hands.hpp"
#include "playing_habits.hpp"

namespace rebelote {

// What the player's side gains by how the deal comes out for it.
struct Payoff {
    std::vector<float> by_points;  // of the whole deal, where both sides have a trick
    float every_trick = 0;
    float no_trick = 0;

    float of(int points, bool every, bool none) const {
        if (every) return every_trick;
        if (none) return no_trick;
        return by_points[std::min<std::size_t>(static_cast<std::size_t>(points), by_points.size() - 1)];
    }
};

// How a deal came out, by seat.
struct Ending {
    int card = 0;   // the one tried, by its number in the pack
    int times = 1;  // so often
    Seat last = 0;  // who won the last trick
    std::array<int, kMaxSeats> taken{}, roem{}, tricks{}, belotes{};

    void read(const PlaySpec& spec, const Course& course);
};

class Trial {
   public:
    using Sums = std::array<double, kCards>;  // by the card's number in the pack
    static constexpr int kOutcomes = 3;       // the others have belote, nobody or both, our side

    // `hands` are what each is known to be able to play now, `owned` all that each is known to have had at
    // the first lead. `plays` are from that lead on. `covering` are tops of piles that hide a card, `waiting`
    // seats whose pile will show its card after the trick, once for each; `pairs` the kings and queens that
    // make a belote.
    Trial(std::shared_ptr<PlaySpec> spec, Course start, const std::vector<int>& plays,
          const std::array<Pack, kMaxSeats>& hands, const std::array<Pack, kMaxSeats>& owned,
          std::vector<int> covering, std::vector<Seat> waiting, std::vector<Pack> pairs,
          std::array<Payoff, kOutcomes> payoffs);

    Seat me() const { return course_.turn(); }
    const PlaySpec& spec() const { return *spec_; }
    Mask legal() const { return course_.legal(*spec_, hands_[me()]); }
    // Adds what each legal card comes to with best play by all.
    void solve(const Belief::World& world, Memory& memory, Sums& sums) const;
    // The same with everybody playing by habit.
    void play_on(const Belief::World& world, const Habits& habits, float sharpness, std::uint64_t seed,
                 Sums& sums) const;

    // How the deal comes out after each legal card with everybody playing by habit.
    void outcomes(const Belief::World& world, const Habits& habits, float sharpness, std::uint64_t seed,
                  std::vector<Ending>& endings) const;

   private:
    struct Hands {
        std::array<Mask, kMaxSeats> hands{};
        std::array<std::int8_t, kCards> under = Position::no_piles();
    };
    Hands open(const Belief::World& world) const;
    const Payoff& payoff(const Belief::World& world) const;
    float worth(const Payoff& payoff, const Course& course, int value, int left) const;
    float outcome(const Payoff& payoff, Course course, Hands hands, const Habits& habits, float sharpness,
                  Random& random) const;

    std::shared_ptr<PlaySpec> spec_;
    Course course_;
    Seat leader_;
    std::vector<Card> table_;
    std::array<Mask, kMaxSeats> hands_{};
    std::array<Pack, kMaxSeats> owned_;
    std::vector<int> covering_;
    std::vector<Seat> waiting_;
    std::vector<Pack> pairs_;
    std::array<Payoff, kOutcomes> payoffs_;
};

// A deal from its first lead, everybody playing by habit.
Course play_deal(const PlaySpec& spec, const Habits& habits, Course course, std::array<Mask, kMaxSeats> hands,
                 const std::array<std::int8_t, kCards>& under, float sharpness, Random& random);

}  // namespace rebelote

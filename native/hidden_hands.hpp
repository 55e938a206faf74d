// What a player believes about the hidden cards: worlds that agree with all that is certain, each as often as
// the rest of what was seen makes it likely.
#pragma once

#include <functional>
#include <optional>

#include "call_evidence.hpp"
#include "card_evidence.hpp"
#include "declaration_evidence.hpp"
#include "worlds.hpp"

namespace rebelote {

class Belief {
   public:
    // The hidden cards of each seat, and those that nobody holds, in a random order.
    struct World {
        std::array<Pack, kMaxSeats> hidden{};
        std::vector<int> spare;
        int times = 1;  // it was kept
    };

    // `seats[place]` is whose cards the worlds' place holds, kNobody for cards in no hand. `dealt` are the
    // cards that each seat is known to have had at the first lead; calls were made on the `first` cards of
    // them, and on the `turned` one that goes to the taker.
    Belief(Worlds worlds, std::vector<Seat> seats, std::array<Pack, kMaxSeats> dealt, int first, Pack turned,
           std::vector<Said> said, std::optional<Announcements> announcements, std::optional<Plays> plays);

    // Draws `number` worlds (or takes them all, if there are no more), and keeps `keep` of those that can be,
    // in proportion to their weights. Returns how many could be; draws on, up to `most`, while none could.
    // Asks `go_on` every kPiece worlds, and makes do with those it has when the answer is no.
    static constexpr int kPiece = 64;
    int draw(int number, int keep, int most, std::uint64_t seed, const std::function<bool()>& go_on);
    const std::vector<World>& kept() const { return kept_; }
    // The logarithm of a world's weight, Habits::kImpossible for one that can't be. The calls' share depends
    // on which cards came first, where that is not known.
    double log_weight(const World& world, Random& random) const;

   private:
    World seated(const Worlds::World& dealt, Random& random) const;
    void keep(std::vector<World> worlds, std::vector<double> weights, int number, Random& random);
    Pack spoken_of(Seat seat, const World& world, Random& random) const;

    Worlds worlds_;
    std::vector<Seat> seats_;
    std::array<Pack, kMaxSeats> dealt_;
    int first_;
    Pack turned_;
    std::vector<Said> said_;
    std::optional<Announcements> announcements_;
    std::optional<Plays> plays_;
    std::vector<World> kept_;
};

}  // namespace rebelote

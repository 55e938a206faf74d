// How people play: the chance of each legal card, from what its player sees. A softmax over summed weights,
// fitted to played deals (bench/habits.py).
#pragma once

#include <vector>

#include "playing.hpp"
#include "random.hpp"

namespace rebelote {

class Habits {
   public:
    static constexpr int kGroups = 8;
    // Which weights a card's liking is the sum of, one of each group.
    using Facts = std::array<int, kGroups>;
    // The first weight of each group, and how many there are in all.
    static constexpr int kKinds = 6, kContexts = 24;
    static constexpr std::array<int, kGroups> kSizes{
        kKinds * 4 * 8, kKinds* kContexts * 8,  kKinds* kContexts * 8, kKinds* kContexts * 4,
        kKinds * 16,    kKinds* kContexts * 16, kKinds * 32,           kKinds * 12};
    static constexpr int size() {
        int sum = 0;
        for (int group : kSizes) sum += group;
        return sum;
    }

    // Throws std::invalid_argument unless there are `size()` weights.
    explicit Habits(std::vector<float> weights);

    static Facts facts(const PlaySpec& spec, const Course& course, Mask hand, Mask legal, Card card);
    // The logarithm of the chance that the player to move lays this card from that hand; kImpossible for one
    // that he may not lay.
    double log_chance(const PlaySpec& spec, const Course& course, Mask hand, Card card) const;
    // A card drawn by its chance; the greater `sharpness`, the more surely the likeliest.
    Card choose(const PlaySpec& spec, const Course& course, Mask hand, float sharpness, Random& random) const;

    static constexpr double kImpossible = -1e30;

   private:
    float liking(const PlaySpec& spec, const Course& course, Mask hand, Mask legal, Card card) const;

    std::vector<float> weights_;
};

}  // namespace rebelote

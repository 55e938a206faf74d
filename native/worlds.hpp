// Deals of the hidden cards that agree with what is known: who can hold which card, and how many.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "cards.hpp"
#include "random.hpp"

namespace rebelote {

using Count = unsigned __int128;  // 32 cards to 7 places: below 2^128

// Every consistent deal is equally likely. Cards that the same places can hold are one group; the number of
// ways to deal the groups one after another is counted exactly, once, for every state of the places' room;
// a world is then drawn group by group in proportion to those counts. Nothing is ever dealt in vain.
class Worlds {
   public:
    static constexpr int kMaxPlaces = 7;  // six hands, and the cards that nobody holds
    using Room = std::array<std::int8_t, kMaxPlaces>;
    using World = std::array<std::uint32_t, kMaxPlaces>;

    // `holders[card]` is the set of places that may hold the card, 0 for a card that isn't hidden.
    // Throws std::invalid_argument where the cards and the room don't add up.
    Worlds(const std::array<std::uint8_t, kCards>& holders, std::span<const int> room);

    Count count() const { return nodes_.front().ways; }
    // The cards of each place. Throws std::domain_error where no deal is consistent.
    World deal(Random& random) const;
    // Every consistent deal, once.
    std::vector<World> all() const;

   private:
    struct Group {
        std::uint8_t holders;
        std::vector<int> cards;
    };
    struct Arc {
        Count up_to;  // ways of this arc and those before it
        Room given;
        int next;
    };
    struct Node {
        Count ways = 0;
        std::vector<Arc> arcs;
    };

    int visit(std::size_t group, const Room& room);
    void list(int node, std::size_t group, std::size_t card, Room& left, World& world,
              std::vector<World>& found) const;
    void spread(int node, std::size_t group, int place, int left, Count ways, Room& given, Room& room);

    std::vector<Group> groups_;
    std::vector<Node> nodes_;
    std::vector<std::map<Room, int>> seen_;  // for each group
};

}  // namespace rebelote

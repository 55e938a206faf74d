#include "worlds.hpp"

#include <algorithm>
#include <stdexcept>

namespace rebelote {

namespace {

Count choose(int n, int k) {
    Count ways = 1;
    for (int i = 1; i <= k; ++i) ways = ways * static_cast<unsigned>(n - k + i) / static_cast<unsigned>(i);
    return ways;
}

}  // namespace

Worlds::Worlds(const std::array<std::uint8_t, kCards>& holders, std::span<const int> room) {
    if (room.size() > kMaxPlaces) throw std::invalid_argument("places: expected 7 at most");
    std::map<std::uint8_t, std::vector<int>> groups;
    int hidden = 0, wanted = 0;
    for (int card = 0; card < kCards; ++card) {
        if (!holders[card]) continue;
        if (holders[card] >> room.size()) throw std::invalid_argument("holders: no such place");
        groups[holders[card]].push_back(card);
        ++hidden;
    }
    Room start{};
    for (std::size_t place = 0; place < room.size(); ++place) {
        if (room[place] < 0 || room[place] > kCards) throw std::invalid_argument("room: expected 0 to 32");
        wanted += start[place] = static_cast<std::int8_t>(room[place]);
    }
    if (hidden != wanted)
        throw std::invalid_argument(std::to_string(hidden) + " hidden cards for " + std::to_string(wanted) +
                                    " places");
    for (auto& [mask, cards] : groups) groups_.push_back({mask, std::move(cards)});
    seen_.resize(groups_.size() + 1);
    visit(0, start);
    seen_.clear();
}

// The node for dealing this group and those after it into that room.
int Worlds::visit(std::size_t group, const Room& room) {
    const auto [at, fresh] = seen_[group].try_emplace(room, static_cast<int>(nodes_.size()));
    const int node = at->second;
    if (!fresh) return node;
    nodes_.emplace_back();
    if (group == groups_.size()) {
        nodes_[node].ways = 1;  // the numbers add up, so there is no room left
        return node;
    }
    Room given{}, left = room;
    spread(node, group, 0, static_cast<int>(groups_[group].cards.size()), 1, given, left);
    return node;
}

// Gives `left` cards of the group to the places from `place` on, in every way.
void Worlds::spread(int node, std::size_t group, int place, int left, Count ways, Room& given, Room& room) {
    if (left == 0) {
        const int next = visit(group + 1, room);
        const Count all = ways * nodes_[next].ways;
        if (!all) return;
        nodes_[node].ways += all;
        nodes_[node].arcs.push_back({nodes_[node].ways, given, next});
        return;
    }
    if (place == kMaxPlaces) return;
    const int most = groups_[group].holders >> place & 1 ? std::min<int>(left, room[place]) : 0;
    for (int n = 0; n <= most; ++n) {
        given[place] = static_cast<std::int8_t>(n);
        room[place] = static_cast<std::int8_t>(room[place] - n);
        spread(node, group, place + 1, left - n, ways * choose(left, n), given, room);
        room[place] = static_cast<std::int8_t>(room[place] + n);
    }
    given[place] = 0;
}

Worlds::World Worlds::deal(Random& random) const {
    if (!count()) throw std::domain_error("no deal of the hidden cards agrees with what is known");
    World world{};
    int node = 0;
    for (const Group& group : groups_) {
        const Node& here = nodes_[node];
        const Count drawn = random.below_wide(here.ways);
        const auto arc = std::ranges::upper_bound(here.arcs, drawn, {}, &Arc::up_to);
        std::array<int, kCards> cards;
        std::ranges::copy(group.cards, cards.begin());
        std::size_t left = group.cards.size();
        for (int place = 0; place < kMaxPlaces; ++place)
            for (int n = 0; n < arc->given[place]; ++n) {
                const std::size_t at = random.below(left);
                world[place] |= std::uint32_t{1} << cards[at];
                cards[at] = cards[--left];
            }
        node = arc->next;
    }
    return world;
}

std::vector<Worlds::World> Worlds::all() const {
    std::vector<World> found;
    World world{};
    Room none{};
    if (count()) list(0, 0, 0, none, world, found);
    return found;
}

// Deals the group's cards from `card` on to those places that have still room for some of them.
void Worlds::list(int node, std::size_t group, std::size_t card, Room& left, World& world,
                  std::vector<World>& found) const {
    if (group == groups_.size()) {
        found.push_back(world);
        return;
    }
    const std::vector<int>& cards = groups_[group].cards;
    if (card == 0) {
        for (const Arc& arc : nodes_[node].arcs) {
            Room given = arc.given;
            list(arc.next, group, 1, given, world, found);
        }
        return;
    }
    if (card > cards.size()) {
        list(node, group + 1, 0, left, world, found);
        return;
    }
    const std::uint32_t bit = std::uint32_t{1} << cards[card - 1];
    for (int place = 0; place < kMaxPlaces; ++place) {
        if (!left[place]) continue;
        --left[place];
        world[place] |= bit;
        list(node, group, card + 1, left, world, found);
        world[place] &= ~bit;
        ++left[place];
    }
}

}  // namespace rebelote

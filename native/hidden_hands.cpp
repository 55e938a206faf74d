#include "hidden_hands.hpp"

#include <algorithm>
#include <cmath>

namespace rebelote {

namespace {

template <typename Item>
void shuffle(std::vector<Item>& items, Random& random) {
    for (std::size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[random.below(left)]);
}

}  // namespace

Belief::Belief(Worlds worlds, std::vector<Seat> seats, std::array<Pack, kMaxSeats> dealt, int first,
               Pack turned, std::vector<Said> said, std::optional<Announcements> announcements,
               std::optional<Plays> plays)
    : worlds_(std::move(worlds)),
      seats_(std::move(seats)),
      dealt_(dealt),
      first_(first),
      turned_(turned),
      said_(std::move(said)),
      announcements_(std::move(announcements)),
      plays_(std::move(plays)) {}

Belief::World Belief::seated(const Worlds::World& dealt, Random& random) const {
    World world;
    for (std::size_t place = 0; place < seats_.size(); ++place) {
        if (seats_[place] != kNobody)
            world.hidden[seats_[place]] = dealt[place];
        else
            each(dealt[place], [&](Card card) { world.spare.push_back(card); });
    }
    shuffle(world.spare, random);
    return world;
}

// The cards that a seat had when it called: all that it was dealt, or as many at random as it had then.
Pack Belief::spoken_of(Seat seat, const World& world, Random& random) const {
    Pack cards = (dealt_[seat] | world.hidden[seat]) & ~turned_;
    for (int more = size(cards) - first_; more > 0; --more)
        cards &= ~bit(nth(cards, static_cast<int>(random.below(static_cast<std::uint64_t>(size(cards))))));
    return cards | turned_;
}

double Belief::log_weight(const World& world, Random& random) const {
    if (announcements_) {
        std::array<Pack, kMaxSeats> hands = dealt_;
        for (Seat seat = 0; seat < kMaxSeats; ++seat) hands[seat] |= world.hidden[seat];
        if (!announcements_->allow(hands)) return Habits::kImpossible;
    }
    double sum = 0;
    if (plays_) {
        sum = plays_->log_chance(world.hidden);
        if (sum == Habits::kImpossible) return sum;
    }
    std::array<Pack, kMaxSeats> spoken{};
    for (const Said& said : said_) {
        if (!spoken[said.seat]) spoken[said.seat] = spoken_of(said.seat, world, random);
        sum += said.log_chance(spoken[said.seat]);
    }
    return sum;
}

int Belief::draw(int number, int keep, int most, std::uint64_t seed, const std::function<bool()>& go_on) {
    Random random(seed);
    std::vector<World> worlds;
    std::vector<double> weights;
    const auto consider = [&](const Worlds::World& dealt) {
        World world = seated(dealt, random);
        const double weight = log_weight(world, random);
        if (weight == Habits::kImpossible) return;
        worlds.push_back(std::move(world));
        weights.push_back(weight);
    };
    const auto stopped = [&](int n) { return n && n % kPiece == 0 && !go_on(); };
    if (worlds_.count() <= static_cast<Count>(number)) {
        std::vector<Worlds::World> all = worlds_.all();
        shuffle(all, random);
        for (int n = 0; n < static_cast<int>(all.size()) && !stopped(n); ++n) consider(all[n]);
    } else {
        for (int n = 0; n < most && (n < number || worlds.empty()) && !stopped(n); ++n)
            consider(worlds_.deal(random));
    }
    const int found = static_cast<int>(worlds.size());
    kept_.clear();
    if (found) this->keep(std::move(worlds), std::move(weights), keep, random);
    return found;
}

// Systematic: every world as often as its weight says, give or take once.
void Belief::keep(std::vector<World> worlds, std::vector<double> weights, int number, Random& random) {
    const double top = *std::ranges::max_element(weights);
    double all = 0;
    for (double& weight : weights) all += weight = std::exp(weight - top);
    const double step = all / number;
    double at = step * static_cast<double>(random() >> 11) * 0x1p-53, sum = 0;
    for (std::size_t n = 0; n < worlds.size(); ++n) {
        int times = 0;
        for (sum += weights[n]; at < sum; at += step) ++times;
        if (!times) continue;
        worlds[n].times = times;
        kept_.push_back(std::move(worlds[n]));
    }
    shuffle(kept_, random);
}

}  // namespace rebelote

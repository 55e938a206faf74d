#include "marks.hpp"

#include <algorithm>
#include <stdexcept>

namespace rebelote {

MarkSearch::MarkSearch(const PlaySpec& spec, const Marks& marks, Seat side, int before, Memory& memory)
    : spec_(spec), marks_(marks), side_(side), before_(before), memory_(memory), outcomes_(marks.by_points) {
    outcomes_.push_back(marks.every_trick);
    outcomes_.push_back(marks.no_trick);
    std::ranges::sort(outcomes_);
    outcomes_.erase(std::ranges::unique(outcomes_).begin(), outcomes_.end());
}

std::size_t MarkSearch::Hash::operator()(const Key& key) const {
    std::uint64_t hash = static_cast<std::uint64_t>(key.leader) << 40 ^
                         static_cast<std::uint64_t>(key.points) << 20 ^
                         static_cast<std::uint64_t>(key.tricks);
    for (Mask hand : key.hands) hash = (hash ^ hand) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    return hash;
}

MarkSearch::Score MarkSearch::score(const Position& position) const {
    Score score{before_, 0, 0};
    for (Seat seat = 0; seat < spec_.seats(); ++seat) {
        score.all_tricks += position.tricks_won(seat);
        if (!spec_.same_side(seat, side_)) continue;
        score.points += position.taken(seat);
        score.tricks += position.tricks_won(seat);
    }
    return score;
}

bool MarkSearch::is_good(const Score& score) const {
    if (score.tricks == score.all_tricks) return marks_.every_trick >= wanted_;
    if (score.tricks == 0) return marks_.no_trick >= wanted_;
    return marks_.by_points.at(score.points) >= wanted_;
}

bool MarkSearch::reaches(Position& position) {
    const Score now = score(position);
    if (position.finished()) return is_good(now);
    const int left = position.worth_left(spec_);
    const auto good = [&](int points) { return marks_.by_points.at(points) >= wanted_; };
    int need = left + 1;  // the least that makes it, if all above it does too
    while (need > 0 && good(now.points + need - 1)) --need;
    for (int less = 0; less < need; ++less)
        if (good(now.points + less)) return reaches_by_cards(position);
    const bool may_sweep = now.tricks == now.all_tricks, may_lose_all = now.tricks == 0;
    const bool sweep_good = marks_.every_trick >= wanted_, nothing_good = marks_.no_trick >= wanted_;
    if (may_lose_all && nothing_good != (need <= 0)) return reaches_by_cards(position);
    if (!may_sweep || sweep_good == (need <= left))
        return core().takes(spec_, position, side_, need, memory_);
    return sweep_good ? core().takes_all(spec_, position, side_, memory_) : reaches_by_cards(position);
}

bool MarkSearch::reaches_by_cards(Position& position) {
    if (position.laid()) return tries_cards(position);
    const Score now = score(position);
    Key key{{}, position.leader(), now.points, now.tricks};
    for (Seat seat = 0; seat < spec_.seats(); ++seat) key.hands[seat] = position.hand(seat);
    if (const auto known = seen_.find(key); known != seen_.end()) return known->second;
    const bool reached = tries_cards(position);
    seen_.emplace(key, reached);
    return reached;
}

bool MarkSearch::tries_cards(Position& position) {
    const bool ours = spec_.same_side(position.turn(), side_);
    for (Mask cards = position.distinct(spec_); cards; cards = without_lowest(cards)) {
        position.play(spec_, lowest(cards));
        const bool reached = reaches(position);
        position.undo(spec_);
        if (reached == ours) return ours;
    }
    return !ours;
}

int MarkSearch::value_after(const Position& position, Card card) {
    Position next = position;
    next.play(spec_, card);
    auto low = outcomes_.begin(), high = outcomes_.end() - 1;
    while (low < high) {
        const auto middle = low + (high - low + 1) / 2;
        wanted_ = *middle;
        seen_.clear();
        if (reaches(next))
            low = middle;
        else
            high = middle - 1;
    }
    return *low;
}

Answer MarkSearch::answer(const Position& position) {
    const int most = score(position).points + position.worth_left(spec_);
    if (static_cast<int>(marks_.by_points.size()) <= most)
        throw std::invalid_argument("marks: expected one for each number of points up to " +
                                    std::to_string(most));
    Answer answer;
    answer.cards.fill(kNoValue);
    const bool ours = spec_.same_side(position.turn(), side_);
    const Mask distinct = position.distinct(spec_);
    bool first = true;
    each(distinct, [&](Card card) {
        const int value = answer.cards[card] = value_after(position, card);
        if (first || (ours ? value > answer.value : value < answer.value)) answer.value = value;
        first = false;
    });
    each(position.legal(spec_) & ~distinct, [&](Card card) {
        answer.cards[card] = answer.cards[highest(distinct & suit_of(card) & (bit(card) - 1))];
    });
    return answer;
}

}  // namespace rebelote

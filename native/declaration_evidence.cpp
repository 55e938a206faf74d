#include "declaration_evidence.hpp"

#include <algorithm>

namespace rebelote {

Announcements::Announcements(std::vector<Candidate> candidates, std::vector<Heard> heard,
                             std::vector<int> sides, int winner, Pack voiding)
    : candidates_(std::move(candidates)),
      heard_(std::move(heard)),
      sides_(std::move(sides)),
      winner_(winner),
      voiding_(voiding) {}

bool Announcements::allow(const std::array<Pack, kMaxSeats>& hands) const {
    std::vector<Found> all;
    for (Seat seat = 0; seat < static_cast<Seat>(heard_.size()); ++seat) {
        if (voiding_ && (hands[seat] & voiding_) == voiding_) return false;
        all.push_back(found(hands[seat]));
        if (!heard_from(seat, all.back())) return false;
    }
    return winner_ == kUnsettled || settles(all);
}

// The declarations that share no card and pay the most; of equals, the strongest first.
Announcements::Found Announcements::found(Pack hand) const {
    std::vector<int> held;
    for (int n = 0; n < static_cast<int>(candidates_.size()); ++n)
        if (!(candidates_[n].cards & ~hand)) held.push_back(n);
    Found now, best;
    if (!held.empty()) extend(held, 0, 0, now, best);
    return best;
}

void Announcements::extend(const std::vector<int>& held, std::size_t from, Pack taken, Found& now,
                           Found& best) const {
    const auto stronger = [&] {
        if (now.points != best.points) return now.points > best.points;
        return std::ranges::lexicographical_compare(
            best.candidates, now.candidates, {}, [&](int n) { return candidates_[n].strength; },
            [&](int n) { return candidates_[n].strength; });
    };
    for (std::size_t n = from; n < held.size(); ++n) {
        const Candidate& candidate = candidates_[held[n]];
        if (candidate.cards & taken) continue;
        now.candidates.push_back(held[n]);
        now.points += candidate.points;
        extend(held, n + 1, taken | candidate.cards, now, best);
        now.points -= candidate.points;
        now.candidates.pop_back();
    }
    if (stronger()) best = now;
}

bool Announcements::heard_from(Seat seat, const Found& found) const {
    const Heard& heard = heard_[seat];
    const auto has = [&](int strength) {
        return std::ranges::any_of(found.candidates,
                                   [&](int n) { return candidates_[n].strength == strength; });
    };
    if (!std::ranges::all_of(heard.named, has)) return false;
    if (heard.all)
        return std::ranges::equal(heard.kinds, found.candidates, {}, {},
                                  [&](int n) { return candidates_[n].kind; });
    std::vector<int> kinds;
    for (int n : found.candidates) kinds.push_back(candidates_[n].kind);
    return std::ranges::all_of(heard.kinds, [&](int kind) {
        return std::ranges::count(heard.kinds, kind) <= std::ranges::count(kinds, kind);
    });
}

bool Announcements::settles(const std::vector<Found>& found) const {
    int best = -1, side = kNobody;
    for (std::size_t seat = 0; seat < found.size(); ++seat) {
        if (found[seat].candidates.empty()) continue;
        const int strength = candidates_[found[seat].candidates.front()].strength;
        if (strength > best)
            best = strength, side = sides_[seat];
        else if (strength == best && side != sides_[seat])
            side = kNobody;
    }
    return side == winner_;
}

}  // namespace rebelote

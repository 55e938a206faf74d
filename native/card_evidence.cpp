#include "card_evidence.hpp"

#include <algorithm>

namespace rebelote {

Plays::Plays(std::shared_ptr<PlaySpec> spec, std::shared_ptr<Habits> habits, Course start,
             const std::vector<Play>& plays, Seat me, float doubt, bool strict)
    : spec_(std::move(spec)), habits_(std::move(habits)), doubt_(doubt), strict_(strict) {
    Course course = start;
    for (const Play& play : plays) {
        const Card card = spec_->inward(play.card);
        if (play.seat != me) moments_.push_back({course, card, spec_->inward_set(play.held)});
        course.lay(*spec_, card);
    }
}

double Plays::log_chance(const std::array<Pack, kMaxSeats>& hidden) const {
    std::array<Mask, kMaxSeats> inward{};
    for (Seat seat = 0; seat < spec_->seats(); ++seat) inward[seat] = spec_->inward_set(hidden[seat]);
    double sum = 0;
    for (const Moment& moment : moments_) {
        const Mask hand = moment.held | inward[moment.course.turn()];
        const double chance = habits_->log_chance(*spec_, moment.course, hand, moment.card);
        if (chance == Habits::kImpossible && strict_) return chance;
        sum += std::max(chance, kSurprise);
    }
    return doubt_ * sum;
}

}  // namespace rebelote

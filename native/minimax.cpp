#include "minimax.hpp"

#include <algorithm>

namespace rebelote {

namespace {

template <class Payoff>
int minimax(const PlaySpec& spec, Position& position, Seat side, const Payoff& payoff) {
    if (position.finished()) return payoff(position);
    const bool ours = spec.same_side(position.turn(), side);
    bool first = true;
    int best = 0;
    each(position.legal(spec), [&](Card card) {
        position.play(spec, card);
        const int value = minimax(spec, position, side, payoff);
        position.undo(spec);
        if (first || (ours ? value > best : value < best)) best = value;
        first = false;
    });
    return best;
}

struct Outcome {
    int points = 0;
    int tricks = 0;
    int others_tricks = 0;
};

Outcome outcome(const PlaySpec& spec, const Position& position, Seat side) {
    Outcome out;
    for (Seat seat = 0; seat < spec.seats(); ++seat) {
        const bool ours = spec.same_side(seat, side);
        if (ours) out.points += position.taken(seat);
        (ours ? out.tricks : out.others_tricks) += position.tricks_won(seat);
    }
    return out;
}

}  // namespace

int minimax_points(const PlaySpec& spec, Position position, Seat side) {
    return minimax(spec, position, side, [&](const Position& end) {
        const Outcome out = outcome(spec, end, side);
        return out.points + (out.others_tricks ? 0 : spec.worth().sweep);
    });
}

int minimax_marks(const PlaySpec& spec, Position position, Seat side, const Marks& marks, int before) {
    return minimax(spec, position, side, [&](const Position& end) {
        const Outcome out = outcome(spec, end, side);
        if (!out.others_tricks) return marks.every_trick;
        if (!out.tricks) return marks.no_trick;
        return marks.by_points.at(before + out.points);
    });
}

}  // namespace rebelote

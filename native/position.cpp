#include "position.hpp"

#include <stdexcept>

namespace rebelote {

std::array<std::int8_t, kCards> Position::no_piles() {
    std::array<std::int8_t, kCards> under;
    under.fill(kNothing);
    return under;
}

Position::Position(const PlaySpec& spec, const std::array<Mask, kMaxSeats>& hands, Seat leader,
                   const std::vector<Card>& trick, const std::array<int, kMaxSeats>& tricks_won,
                   const std::array<std::int8_t, kCards>& under)
    : hands_(hands), under_(under), won_(tricks_won), leader_(leader), turn_(leader) {
    if (leader < 0 || leader >= spec.seats()) throw std::invalid_argument("leader: no such seat");
    if (static_cast<int>(trick.size()) >= spec.seats()) throw std::invalid_argument("trick: it is complete");
    for (Card top = 0; top < kCards; ++top)
        if (under_[top] != kNothing) covered_ |= bit(under_[top]);
    for (Card card : trick) {
        table_[laid_++] = card;
        trick_ = laid_ == 1 ? Trick::lead(spec, turn_, card) : trick_.with(spec, turn_, card);
        turn_ = spec.next(turn_);
    }
    check(spec);
}

// Every card once, as many left for each, those who played to the trick one less.
void Position::check(const PlaySpec& spec) {
    Mask seen = 0;
    int cards = 0;
    const auto see = [&](Mask more) {
        if (seen & more) throw std::invalid_argument("a card is there twice");
        seen |= more;
        cards += size(more);
    };
    for (int n = 0; n < laid_; ++n) see(bit(table_[n]));
    see(covered_);
    for (Seat seat = 0; seat < spec.seats(); ++seat) see(hands_[seat]);
    left_ = cards / spec.seats();
    Seat seat = leader_;
    for (int n = 0; n < spec.seats(); ++n, seat = spec.next(seat)) {
        int held = size(hands_[seat]);
        each(hands_[seat], [&](Card top) { held += under_[top] != kNothing; });
        if (held + (n < laid_) != left_)
            throw std::invalid_argument("hands: not as many cards for every seat");
    }
}

int Position::worth_left(const PlaySpec& spec) const {
    Mask cards = covered_;
    for (Seat seat = 0; seat < spec.seats(); ++seat) cards |= hands_[seat];
    return spec.worth().left(cards, left_) + (laid_ ? trick_.points : 0);
}

Mask Position::legal(const PlaySpec& spec) const {
    const Mask hand = hands_[turn_];
    if (!laid_) return legal_leads(spec.obligations(), hand);
    return legal_cards(spec.obligations(), hand, trick_, spec.same_side(trick_.holder, turn_));
}

Mask Position::distinct(const PlaySpec& spec) const {
    Mask others = covered_ | (laid_ ? bit(trick_.best) : 0), tops = 0;
    for (Seat seat = 0; seat < spec.seats(); ++seat) others |= seat == turn_ ? 0 : hands_[seat];
    each(hands_[turn_], [&](Card card) { tops |= under_[card] != kNothing ? bit(card) : 0; });
    const Mask cards = legal(spec);
    return cards & ~over_a_neighbour(cards & ~tops, others | tops, spec.lookup().equal_links);
}

void Position::play(const PlaySpec& spec, Card card) {
    Step step{turn_, leader_, laid_, left_, trick_, table_, card, kNothing, 0, 0};
    hands_[turn_] &= ~bit(card);
    if (under_[card] != kNothing) {
        hands_[turn_] |= bit(under_[card]);
        covered_ &= ~bit(under_[card]);
    }
    trick_ = laid_ ? trick_.with(spec, turn_, card) : Trick::lead(spec, turn_, card);
    table_[laid_++] = card;
    turn_ = spec.next(turn_);
    if (laid_ == spec.seats()) gather(spec, step);
    history_.push_back(step);
}

Mask Position::lying() const {
    Mask cards = 0;
    for (int n = 0; n < laid_; ++n) cards |= bit(table_[n]);
    return cards;
}

void Position::gather(const PlaySpec& spec, Step& step) {
    step.winner = trick_.holder;
    step.points = trick_.points + spec.worth().trick + (left_ == 1 ? spec.worth().last : 0);
    ++won_[step.winner];
    taken_[step.winner] += step.points;
    step.roem = spec.has_roem() ? spec.roem(lying()) : 0;
    roem_[step.winner] += step.roem;
    leader_ = turn_ = step.winner;
    laid_ = 0;
    --left_;
}

void Position::undo(const PlaySpec&) {
    if (history_.empty()) throw std::invalid_argument("nothing was played");
    const Step step = history_.back();
    history_.pop_back();
    turn_ = step.turn, leader_ = step.leader, laid_ = step.laid, left_ = step.left;
    trick_ = step.trick, table_ = step.table;
    if (step.winner != kNothing) {
        --won_[step.winner];
        taken_[step.winner] -= step.points;
        roem_[step.winner] -= step.roem;
    }
    if (under_[step.card] != kNothing) {
        hands_[turn_] &= ~bit(under_[step.card]);
        covered_ |= bit(under_[step.card]);
    }
    hands_[turn_] |= bit(step.card);
}

}  // namespace rebelote

#include "playing_habits.hpp"

#include <cmath>
#include <stdexcept>

namespace rebelote {

namespace {

enum Kind { lead_plain, lead_trump, follow_plain, follow_trump, ruff, discard };

Kind kind_of(const PlaySpec& spec, const Course& course, Card card) {
    const bool trump = spec.obligations().trumps == Trumps::suit && (bit(card) & kTrumpSuit);
    if (!course.place()) return trump ? lead_trump : lead_plain;
    if (bit(card) & course.trick().led) return trump ? follow_trump : follow_plain;
    return trump ? ruff : discard;
}

// 0 the taker, 1 his partner, 2 an opponent, 3 nobody took.
int role_of(const PlaySpec& spec, const Course& course) {
    if (course.taker() == kNobody) return 3;
    if (course.taker() == course.turn()) return 0;
    return spec.same_side(course.taker(), course.turn()) ? 1 : 2;
}

// 0 nobody has led the suit yet, 1 our side did first, 2 the others did.
int opened_by(const PlaySpec& spec, const Course& course, Card card) {
    const Seat opener = course.opener(card >> 3);
    if (opener == kNobody) return 0;
    return spec.same_side(opener, course.turn()) ? 1 : 2;
}

// Does our side hold the trick, can it still be beaten in the suit that holds it, does the card take it, and
// who is to come: others on both sides, one more or some, nobody.
int context_of(const PlaySpec& spec, const Course& course, Mask unseen, Card card) {
    if (!course.place()) return 0;
    const Trick& trick = course.trick();
    const bool ours = spec.same_side(trick.holder, course.turn());
    const bool safe = !(unseen & trick.beaters & suit_of(trick.best));
    const bool wins = trick.beaters & bit(card);
    const int to_come = course.place() + 1 == spec.seats() ? 2 : course.place() > 1;
    return to_come * 8 + wins * 4 + safe * 2 + ours;
}

int stage_of(const Course& course) {
    const int eighths = course.done() * 8 / course.length();
    return eighths < 2 ? eighths : eighths < 4 ? 2 : 3;
}

int steps(int value, int first, int second, int third) {
    return (value >= first) + (value >= second) + (value >= third);
}

}  // namespace

Habits::Habits(std::vector<float> weights) : weights_(std::move(weights)) {
    if (static_cast<int>(weights_.size()) != size())
        throw std::invalid_argument("habits: expected " + std::to_string(size()) + " weights, not " +
                                    std::to_string(weights_.size()));
}

Habits::Facts Habits::facts(const PlaySpec& spec, const Course& course, Mask hand, Mask legal, Card card) {
    const Mask suit = suit_of(card), unseen = spec.pack() & ~(course.gone() | hand);
    const int kind = kind_of(spec, course, card), role = role_of(spec, course), rank = card & 7;
    const int context = context_of(spec, course, unseen, card);
    const int master = !(unseen & suit & above(card)), we_took = role < 2;
    const int length = std::min(rebelote::size(hand & suit), 4) - 1;
    const int highest_of = !(legal & suit & above(card)), lowest_of = !(legal & suit & (bit(card) - 1));
    const int lying = course.place() ? steps(course.trick().points, 5, 12, 22) : 0;
    const int worth = steps(spec.worth().card[card], 1, 5, 11);
    const int out = std::min(rebelote::size(unseen & suit), 7);
    const int place = kind * kContexts + context;
    Facts facts{
        (kind * 4 + role) * 8 + rank,
        place * 8 + rank,
        place * 8 + master * 4 + length,
        place * 4 + highest_of * 2 + lowest_of,
        (kind * 4 + stage_of(course)) * 4 + master * 2 + we_took,
        place * 16 + lying * 4 + worth,
        (kind * 8 + out) * 4 + master * 2 + we_took,
        (kind * 3 + opened_by(spec, course, card)) * 4 + master * 2 + we_took,
    };
    int first = 0;
    for (int group = 0; group < kGroups; first += kSizes[group++]) facts[group] += first;
    return facts;
}

float Habits::liking(const PlaySpec& spec, const Course& course, Mask hand, Mask legal, Card card) const {
    float sum = 0;
    for (int fact : facts(spec, course, hand, legal, card)) sum += weights_[fact];
    return sum;
}

double Habits::log_chance(const PlaySpec& spec, const Course& course, Mask hand, Card card) const {
    const Mask legal = course.legal(spec, hand);
    if (!(legal & bit(card))) return kImpossible;
    if (legal == bit(card)) return 0.0;
    float all = 0, mine = 0;
    each(legal, [&](Card each_card) {
        const float liked = liking(spec, course, hand, legal, each_card);
        if (each_card == card) mine = liked;
        all += std::exp(liked);
    });
    return mine - std::log(all);
}

Card Habits::choose(const PlaySpec& spec, const Course& course, Mask hand, float sharpness,
                    Random& random) const {
    const Mask legal = course.legal(spec, hand);
    if (!(legal & (legal - 1))) return lowest(legal);
    std::array<float, kCards> up_to;
    std::array<Card, kCards> cards;
    float all = 0;
    int count = 0;
    each(legal, [&](Card card) {
        all += std::exp(sharpness * liking(spec, course, hand, legal, card));
        cards[count] = card;
        up_to[count++] = all;
    });
    const float drawn = all * static_cast<float>((random() >> 40) * 0x1p-24);
    int at = 0;
    while (at + 1 < count && drawn >= up_to[at]) ++at;
    return cards[at];
}

}  // namespace rebelote

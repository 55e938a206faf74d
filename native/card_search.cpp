#include "card_search.hpp"

#include <stdexcept>

namespace rebelote {

namespace {

void lay(const PlaySpec& spec, Course& course, std::array<Mask, kMaxSeats>& hands,
         const std::array<std::int8_t, kCards>& under, Card card) {
    Mask& hand = hands[course.turn()];
    hand &= ~bit(card);
    if (under[card] != Position::kNothing) hand |= bit(under[card]);
    course.lay(spec, card);
}

}  // namespace

Trial::Trial(std::shared_ptr<PlaySpec> spec, Course start, const std::vector<int>& plays,
             const std::array<Pack, kMaxSeats>& hands, const std::array<Pack, kMaxSeats>& owned,
             std::vector<int> covering, std::vector<Seat> waiting, std::vector<Pack> pairs,
             std::array<Payoff, kOutcomes> payoffs)
    : spec_(std::move(spec)),
      course_(start),
      owned_(owned),
      covering_(std::move(covering)),
      waiting_(std::move(waiting)),
      pairs_(std::move(pairs)),
      payoffs_(std::move(payoffs)) {
    for (int card : plays) course_.lay(*spec_, spec_->inward(card));
    for (std::size_t n = plays.size() - static_cast<std::size_t>(course_.place()); n < plays.size(); ++n)
        table_.push_back(spec_->inward(plays[n]));
    leader_ = (course_.turn() + spec_->seats() - course_.place()) % spec_->seats();
    for (Seat seat = 0; seat < spec_->seats(); ++seat) hands_[seat] = spec_->inward_set(hands[seat]);
    for (const Payoff& payoff : payoffs_)
        if (payoff.by_points.empty()) throw std::invalid_argument("payoffs: expected one for each outcome");
}

Trial::Hands Trial::open(const Belief::World& world) const {
    Hands open;
    for (Seat seat = 0; seat < spec_->seats(); ++seat)
        open.hands[seat] = hands_[seat] | spec_->inward_set(world.hidden[seat]);
    if (world.spare.size() < covering_.size() + waiting_.size())
        throw std::invalid_argument("a pile covers no card");
    for (std::size_t n = 0; n < covering_.size(); ++n)
        open.under[spec_->inward(covering_[n])] = static_cast<std::int8_t>(spec_->inward(world.spare[n]));
    for (std::size_t n = 0; n < waiting_.size(); ++n)
        open.hands[waiting_[n]] |= bit(spec_->inward(world.spare[covering_.size() + n]));
    return open;
}

const Payoff& Trial::payoff(const Belief::World& world) const {
    int ahead = 0;
    for (Pack pair : pairs_)
        for (Seat seat = 0; seat < spec_->seats(); ++seat)
            if (!(pair & ~(owned_[seat] | world.hidden[seat])))
                ahead += spec_->same_side(seat, me()) ? 1 : -1;
    return payoffs_[static_cast<std::size_t>(ahead < 0 ? 0 : ahead > 0 ? 2 : 1)];
}

// What a solver's value comes to, of all that is left.
float Trial::worth(const Payoff& payoff, const Course& course, int value, int left) const {
    const int points = course.side_points(*spec_, me()) + value, tricks = course.side_tricks(*spec_, me());
    const bool swept = tricks == course.done() && value >= left + (spec_->worth().sweep ? 1 : 0);
    return payoff.of(points, swept, tricks == 0 && points == 0);
}

void Trial::solve(const Belief::World& world, Memory& memory, Sums& sums) const {
    const Hands open = this->open(world);
    const Position position(*spec_, open.hands, leader_, table_, course_.tricks_won(), open.under);
    const Answer answer = core().solve(*spec_, position, me(), false, memory);
    const Payoff& gains = payoff(world);
    const int left = position.worth_left(*spec_);
    each(position.legal(*spec_),
         [&](Card card) { sums[spec_->outward(card)] += worth(gains, course_, answer.cards[card], left); });
}

float Trial::outcome(const Payoff& payoff, Course course, Hands hands, const Habits& habits, float sharpness,
                     Random& random) const {
    course = play_deal(*spec_, habits, course, hands.hands, hands.under, sharpness, random);
    const int tricks = course.side_tricks(*spec_, me());
    return payoff.of(course.side_points(*spec_, me()), tricks == course.length(), tricks == 0);
}

void Trial::play_on(const Belief::World& world, const Habits& habits, float sharpness, std::uint64_t seed,
                    Sums& sums) const {
    const Hands open = this->open(world);
    const Payoff& gains = payoff(world);
    each(course_.legal(*spec_, open.hands[me()]), [&](Card card) {
        Random random(seed);  // the same luck for every card
        Course course = course_;
        Hands hands = open;
        lay(*spec_, course, hands.hands, hands.under, card);
        sums[spec_->outward(card)] += outcome(gains, course, hands, habits, sharpness, random);
    });
}

Course play_deal(const PlaySpec& spec, const Habits& habits, Course course, std::array<Mask, kMaxSeats> hands,
                 const std::array<std::int8_t, kCards>& under, float sharpness, Random& random) {
    while (!course.finished())
        lay(spec, course, hands, under, habits.choose(spec, course, hands[course.turn()], sharpness, random));
    return course;
}

void Ending::read(const PlaySpec& spec, const Course& course) {
    last = course.turn();
    for (Seat seat = 0; seat < spec.seats(); ++seat) {
        taken[seat] = course.taken(seat);
        roem[seat] = course.roem(seat);
        tricks[seat] = course.won(seat);
    }
}

void Trial::outcomes(const Belief::World& world, const Habits& habits, float sharpness, std::uint64_t seed,
                     std::vector<Ending>& endings) const {
    const Hands open = this->open(world);
    Ending ending;
    ending.times = world.times;
    for (Pack pair : pairs_)
        for (Seat seat = 0; seat < spec_->seats(); ++seat)
            ending.belotes[seat] += !(pair & ~(owned_[seat] | world.hidden[seat]));
    each(course_.legal(*spec_, open.hands[me()]), [&](Card card) {
        Random random(seed);  // the same luck for every card
        Course course = course_;
        Hands hands = open;
        lay(*spec_, course, hands.hands, hands.under, card);
        ending.card = spec_->outward(card);
        ending.read(*spec_, play_deal(*spec_, habits, course, hands.hands, hands.under, sharpness, random));
        endings.push_back(ending);
    });
}

}  // namespace rebelote

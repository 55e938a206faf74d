// Beliefs and trials for Python. Cards are numbers in the pack, sets of cards are ints.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "card_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rebelote {
namespace {

using Spec = std::shared_ptr<PlaySpec>;
using Calls =
    std::vector<std::tuple<Seat, bool, float, std::vector<std::pair<std::shared_ptr<Estimate>, float>>,
                           std::optional<std::shared_ptr<Estimate>>>>;
using Played = std::vector<std::tuple<Seat, int, Pack>>;
using Payoffs = std::vector<std::tuple<std::vector<float>, float, float>>;

void expect_card(int card) {
    if (card < 0 || card >= kCards) throw std::invalid_argument("a card is a number from 0 to 31");
}

std::array<Pack, kMaxSeats> by_seat(const std::vector<Pack>& sets) {
    if (sets.size() > kMaxSeats) throw std::invalid_argument("expected a set of cards for each seat");
    std::array<Pack, kMaxSeats> all{};
    std::ranges::copy(sets, all.begin());
    return all;
}

Course start_of(const PlaySpec& spec, Seat leader, Seat taker, int length) {
    if (leader < 0 || leader >= spec.seats() || taker < kNobody || taker >= spec.seats())
        throw std::invalid_argument("no such seat");
    if (length < 1 || length * spec.seats() > kCards) throw std::invalid_argument("length: too many tricks");
    return Course(leader, taker, length);
}

Belief make_belief(const Worlds& worlds, std::vector<Seat> seats, const std::vector<Pack>& dealt, int first,
                   Pack turned, const Calls& calls, const std::optional<Announcements>& announcements,
                   const std::optional<Plays>& plays) {
    std::vector<Said> said;
    for (const auto& [seat, at_least, softness, options, beyond] : calls) {
        if (seat < 0 || seat >= kMaxSeats) throw std::invalid_argument("no such seat");
        Said call{seat, at_least, softness, {}, beyond.value_or(nullptr)};
        for (const auto& [estimate, needed] : options) call.options.push_back({estimate, needed});
        said.push_back(std::move(call));
    }
    for (Seat seat : seats)
        if (seat < kNobody || seat >= kMaxSeats) throw std::invalid_argument("no such seat");
    if (!worlds.count()) throw std::invalid_argument("no deal of the hidden cards agrees with what is known");
    return Belief(worlds, std::move(seats), by_seat(dealt), first, turned, std::move(said), announcements,
                  plays);
}

Announcements make_announcements(
    const std::vector<std::tuple<Pack, int, int, int>>& candidates,
    const std::vector<std::tuple<std::vector<int>, bool, std::vector<int>>>& heard, std::vector<int> sides,
    std::optional<int> winner, Pack voiding) {
    std::vector<Announcements::Candidate> known;
    for (const auto& [cards, kind, points, strength] : candidates)
        known.push_back({cards, kind, points, strength});
    std::vector<Announcements::Heard> said;
    for (const auto& [kinds, all, named] : heard) said.push_back({kinds, all, named});
    return Announcements(std::move(known), std::move(said), std::move(sides),
                         winner.value_or(Announcements::kUnsettled), voiding);
}

Plays make_plays(const Spec& spec, const std::shared_ptr<Habits>& habits, Seat leader, Seat taker, int length,
                 const Played& played, Seat me, float doubt, bool strict) {
    std::vector<Plays::Play> plays;
    for (const auto& [seat, card, held] : played) {
        expect_card(card);
        plays.push_back({seat, card, held});
    }
    return Plays(spec, habits, start_of(*spec, leader, taker, length), plays, me, doubt, strict);
}

Trial make_trial(const Spec& spec, Seat leader, Seat taker, int length, const std::vector<int>& plays,
                 const std::vector<Pack>& hands, const std::vector<Pack>& owned, std::vector<int> covering,
                 std::vector<Seat> waiting, std::vector<Pack> pairs, const Payoffs& payoffs) {
    for (int card : plays) expect_card(card);
    for (int card : covering) expect_card(card);
    for (Seat seat : waiting)
        if (seat < 0 || seat >= spec->seats()) throw std::invalid_argument("waiting: no such seat");
    if (payoffs.size() != Trial::kOutcomes) throw std::invalid_argument("payoffs: expected three");
    std::array<Payoff, Trial::kOutcomes> gains;
    for (std::size_t n = 0; n < gains.size(); ++n) {
        const auto& [by_points, every_trick, no_trick] = payoffs[n];
        gains[n] = {by_points, every_trick, no_trick};
    }
    return Trial(spec, start_of(*spec, leader, taker, length), plays, by_seat(hands), by_seat(owned),
                 std::move(covering), std::move(waiting), std::move(pairs), std::move(gains));
}

// For each card laid of a deal: which it was, and the facts of every card that could have been laid.
std::vector<std::pair<int, std::vector<Habits::Facts>>> facts_of_deal(const Spec& spec,
                                                                      const std::vector<Pack>& hands,
                                                                      Seat leader, Seat taker, int length,
                                                                      const std::vector<int>& plays) {
    Course course = start_of(*spec, leader, taker, length);
    auto held = by_seat(hands);
    for (auto& hand : held) hand = spec->inward_set(hand);
    std::vector<std::pair<int, std::vector<Habits::Facts>>> all;
    for (int number : plays) {
        expect_card(number);
        const Card card = spec->inward(number);
        Mask& hand = held[course.turn()];
        const Mask legal = course.legal(*spec, hand);
        std::vector<Habits::Facts> facts;
        each(legal,
             [&](Card each_card) { facts.push_back(Habits::facts(*spec, course, hand, legal, each_card)); });
        all.emplace_back(size(legal & (bit(card) - 1)), std::move(facts));
        hand &= ~bit(card);
        course.lay(*spec, card);
    }
    return all;
}

// The cards that each may play, and the piles as (top, card under it).
using Deal = std::pair<std::vector<Pack>, std::vector<std::pair<int, int>>>;

template <class Read>
void each_deal_played(const Spec& spec, const Habits& habits, const std::vector<Deal>& deals,
                      const Course& course, int times, float sharpness, std::uint64_t seed, Read read) {
    for (const auto& [sets, piles] : deals) {
        auto hands = by_seat(sets);
        for (auto& hand : hands) hand = spec->inward_set(hand);
        auto under = Position::no_piles();
        for (const auto& [top, below] : piles) {
            expect_card(top), expect_card(below);
            under[spec->inward(top)] = static_cast<std::int8_t>(spec->inward(below));
        }
        for (int time = 0; time < times; ++time) {
            Random random(seed++);
            read(play_deal(*spec, habits, course, hands, under, sharpness, random));
        }
    }
}

std::vector<std::pair<int, int>> play_deals(const Spec& spec, const Habits& habits,
                                            const std::vector<Deal>& deals, Seat leader, Seat taker,
                                            int length, Seat seat, int times, float sharpness,
                                            std::uint64_t seed) {
    if (seat < 0 || seat >= spec->seats()) throw std::invalid_argument("no such seat");
    std::vector<std::pair<int, int>> outcomes;
    each_deal_played(spec, habits, deals, start_of(*spec, leader, taker, length), times, sharpness, seed,
                     [&](const Course& course) {
                         outcomes.emplace_back(course.side_points(*spec, seat),
                                               course.side_tricks(*spec, seat));
                     });
    return outcomes;
}

using BySeat = std::vector<int>;
using Told = std::tuple<int, int, Seat, BySeat, BySeat, BySeat, BySeat>;

Told told(const PlaySpec& spec, const Ending& ending) {
    const auto listed = [&](const std::array<int, kMaxSeats>& numbers) {
        return BySeat(numbers.begin(), numbers.begin() + spec.seats());
    };
    return {ending.card,         ending.times,          ending.last,           listed(ending.taken),
            listed(ending.roem), listed(ending.tricks), listed(ending.belotes)};
}

std::vector<Told> deal_endings(const Spec& spec, const Habits& habits, const std::vector<Deal>& deals,
                               Seat leader, Seat taker, int length, int times, float sharpness,
                               std::uint64_t seed) {
    std::vector<Told> endings;
    each_deal_played(spec, habits, deals, start_of(*spec, leader, taker, length), times, sharpness, seed,
                     [&](const Course& course) {
                         Ending ending;
                         ending.read(*spec, course);
                         endings.push_back(told(*spec, ending));
                     });
    return endings;
}

std::vector<Told> endings_by_habit(const Trial& trial, const Belief& belief, const Habits& habits,
                                   float sharpness, std::size_t first, std::size_t last, std::uint64_t seed) {
    if (last > belief.kept().size()) throw std::invalid_argument("not as many worlds");
    std::vector<Ending> found;
    for (std::size_t n = first; n < last; ++n)
        trial.outcomes(belief.kept()[n], habits, sharpness, seed + n, found);
    std::vector<Told> endings;
    for (const Ending& ending : found) endings.push_back(told(trial.spec(), ending));
    return endings;
}

}  // namespace

void bind_beliefs(nb::module_& module) {
    const auto unlocked = nb::call_guard<nb::gil_scoped_release>();

    nb::class_<Habits>(module, "Habits", "The chance of each legal card, from what its player sees.")
        .def(nb::init<std::vector<float>>(), "weights"_a)
        .def_prop_ro_static("size", [](nb::handle) { return Habits::size(); });
    nb::class_<Estimate>(module, "Estimate", "What a hand is worth at a trump, a sum over its suits.")
        .def(nb::init<float, int, const Estimate::Suit&, const Estimate::Suit&, const Estimate::Suit&>(),
             "base"_a, "trump"_a, "trumps"_a, "side"_a, "with_trumps"_a)
        .def("of", &Estimate::of, "hand"_a);
    nb::class_<Announcements>(module, "Announcements", "Declarations told by their kinds.")
        .def(nb::new_(&make_announcements), "candidates"_a, "heard"_a, "sides"_a, "winner"_a.none(),
             "voiding"_a)
        .def(
            "allow",
            [](const Announcements& self, const std::vector<Pack>& hands) {
                return self.allow(by_seat(hands));
            },
            "hands"_a);
    nb::class_<Plays>(module, "Plays", "The cards played so far, weighed by habit.")
        .def(nb::new_(&make_plays), "spec"_a, "habits"_a, "leader"_a, "taker"_a, "length"_a, "played"_a,
             "me"_a, "doubt"_a, "strict"_a)
        .def(
            "log_chance",
            [](const Plays& self, const std::vector<Pack>& hidden) {
                return self.log_chance(by_seat(hidden));
            },
            "hidden"_a);
    nb::class_<Belief>(module, "Belief", "Worlds as likely as what was seen makes them.")
        .def(nb::new_(&make_belief), "worlds"_a, "seats"_a, "dealt"_a, "first"_a, "turned"_a, "calls"_a,
             "announcements"_a.none(), "plays"_a.none())
        .def("draw", &Belief::draw, "number"_a, "keep"_a, "most"_a, "seed"_a, "go_on"_a, unlocked,
             "Draws that many worlds while it may go on, keeps some by weight; how many of those drawn could "
             "be.")
        .def(
            "__len__", [](const Belief& self) { return self.kept().size(); }, "Different worlds kept.")
        .def(
            "worlds",
            [](const Belief& self) {
                std::vector<std::pair<std::array<Pack, kMaxSeats>, std::vector<int>>> all;
                for (const auto& world : self.kept())
                    for (int time = 0; time < world.times; ++time)
                        all.emplace_back(world.hidden, world.spare);
                return all;
            },
            "The worlds kept, as often as they were: hidden cards by seat, and those in no hand, shuffled.")
        .def(
            "weight",
            [](const Belief& self, std::size_t first, std::size_t last) {
                int times = 0;
                for (std::size_t n = first; n < std::min(last, self.kept().size()); ++n)
                    times += self.kept()[n].times;
                return times;
            },
            "first"_a, "last"_a, "How often those of the different worlds were kept, together.")
        .def(
            "log_weight",
            [](const Belief& self, const std::vector<Pack>& hidden, std::uint64_t seed) {
                Random random(seed);
                return self.log_weight({by_seat(hidden), {}, 1}, random);
            },
            "hidden"_a, "seed"_a);
    nb::class_<Trial>(module, "Trial", "A card to be played, and what comes of each.")
        .def(nb::new_(&make_trial), nb::kw_only(), "spec"_a, "leader"_a, "taker"_a, "length"_a, "plays"_a,
             "hands"_a, "owned"_a, "covering"_a, "waiting"_a, "pairs"_a, "payoffs"_a)
        .def_prop_ro("me", &Trial::me)
        .def_prop_ro("legal", [](const Trial& self) { return self.spec().outward_set(self.legal()); });
    module.def("facts_of_deal", &facts_of_deal, "spec"_a, "hands"_a, "leader"_a, "taker"_a, "length"_a,
               "plays"_a,
               "For each card laid, its place among the legal ones and the facts of each of those.");
    module.def(
        "deal_endings", &deal_endings, "spec"_a, "habits"_a, "deals"_a, "leader"_a, "taker"_a, "length"_a,
        "times"_a, "sharpness"_a, "seed"_a, unlocked,
        "Whole deals played by habit: (0, 1, who won the last trick, and by seat points, roem, tricks, "
        "0 belotes).");
    module.def(
        "endings_by_habit", &endings_by_habit, "trial"_a, "belief"_a, "habits"_a, "sharpness"_a, "first"_a,
        "last"_a, "seed"_a, unlocked,
        "Each card tried in those worlds and played on by habit: (card, times, who won the last trick, "
        "and by seat points, roem, tricks, belotes).");
    module.def("play_deals", &play_deals, "spec"_a, "habits"_a, "deals"_a, "leader"_a, "taker"_a, "length"_a,
               "seat"_a, "times"_a, "sharpness"_a, "seed"_a, unlocked,
               "Whole deals played by habit: the points and tricks of that seat's side.");
}

}  // namespace rebelote

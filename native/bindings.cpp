// The core for Python. This file and the others that begin with `bindings_` alone know of it: cards are
// numbers in the pack, sets of cards are ints.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "card_search.hpp"
#include "exact.hpp"
#include "minimax.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rebelote {

void bind_beliefs(nb::module_& module);        // in bindings_search.cpp
void bind_policy(nb::module_& module);         // in bindings_policy_net.cpp
void bind_socket_writer(nb::module_& module);  // in bindings_sockets.cpp

namespace {

using Spec = std::shared_ptr<PlaySpec>;
using Valued = std::pair<int, int>;  // a card and its value
using Solved = std::tuple<int, std::vector<Valued>, std::vector<int>, std::uint64_t>;

template <class Choice>
Choice choice(const std::string& name, const std::string& given,
              std::initializer_list<std::pair<const char*, Choice>> known) {
    for (const auto& [text, value] : known)
        if (given == text) return value;
    throw std::invalid_argument(name + ": unknown value " + given);
}

// Nothing where it is not played; else what runs of 0 to 8 bring, four alike by rank, and the stuk.
Roem roem_of(const std::vector<int>& figures) {
    Roem roem;
    if (figures.empty()) return roem;
    if (figures.size() != roem.runs.size() + roem.fours.size() + 1)
        throw std::invalid_argument("roem: expected nothing, or 18 figures");
    std::copy_n(figures.begin(), roem.runs.size(), roem.runs.begin());
    std::copy_n(figures.begin() + roem.runs.size(), roem.fours.size(), roem.fours.begin());
    roem.stuk = figures.back();
    roem.played = true;
    return roem;
}

Spec make_spec(int seats, bool partners, const std::string& trumps, int trump,
               const std::string& partner_master, const std::string& partner_ruffed,
               const std::string& cannot_overruff, bool lead_beats_partner, const std::string& plain,
               const std::string& leads, const std::array<std::array<int, kRanks>, kSuits>& order,
               const std::array<int, kCards>& points, int trick, int last, int sweep, std::uint32_t pack,
               const std::vector<int>& roem) {
    const Obligations duty{
        choice<Trumps>("trumps", trumps,
                       {{"suit", Trumps::suit}, {"none", Trumps::none}, {"all", Trumps::all}}),
        choice<PartnerMaster>("partner_master", partner_master,
                              {{"ruff", PartnerMaster::ruff},
                               {"free_before_a_ruff", PartnerMaster::free_before_a_ruff},
                               {"free", PartnerMaster::free}}),
        choice<PartnerRuffed>("partner_ruffed", partner_ruffed,
                              {{"over_or_discard", PartnerRuffed::over_or_discard},
                               {"over_if_able", PartnerRuffed::over_if_able},
                               {"any", PartnerRuffed::any}}),
        choice<CannotOverruff>("cannot_overruff", cannot_overruff,
                               {{"trump", CannotOverruff::trump},
                                {"any", CannotOverruff::any},
                                {"discard", CannotOverruff::discard}}),
        lead_beats_partner,
        choice<bool>("plain", plain, {{"follow", false}, {"beat", true}}),
        choice<bool>("leads", leads, {{"any", false}, {"closed", true}}),
    };
    return std::make_shared<PlaySpec>(seats, partners, duty, trump, order, points, trick, last, sweep, pack,
                                      roem_of(roem));
}

// A position with the rules that it is played by.
struct Board {
    Spec spec;
    Position position;

    void expect_seat(Seat seat) const {
        if (seat < 0 || seat >= spec->seats()) throw std::invalid_argument("no such seat");
    }
    void expect_card(int card) const {
        if (card < 0 || card >= kCards) throw std::invalid_argument("a card is a number from 0 to 31");
    }
    std::vector<int> table() const {
        std::vector<int> cards;
        for (int n = 0; n < position.laid(); ++n) cards.push_back(spec->outward(position.table()[n]));
        return cards;
    }
    void play(int card) {
        expect_card(card);
        if (position.finished() || !(position.legal(*spec) & bit(spec->inward(card))))
            throw std::invalid_argument("that card may not be played now");
        position.play(*spec, spec->inward(card));
    }
};

std::array<Mask, kMaxSeats> hands_of(const PlaySpec& spec, const std::vector<std::uint32_t>& hands) {
    if (static_cast<int>(hands.size()) != spec.seats())
        throw std::invalid_argument("hands: expected one for each seat");
    std::array<Mask, kMaxSeats> inward{};
    for (std::size_t seat = 0; seat < hands.size(); ++seat) inward[seat] = spec.inward_set(hands[seat]);
    return inward;
}

std::vector<Card> trick_of(const PlaySpec& spec, const std::vector<int>& trick) {
    std::vector<Card> inward;
    for (int card : trick) {
        if (card < 0 || card >= kCards) throw std::invalid_argument("trick: a card is a number from 0 to 31");
        inward.push_back(spec.inward(card));
    }
    return inward;
}

std::array<int, kMaxSeats> won_of(const PlaySpec& spec, const std::vector<int>& tricks_won) {
    std::array<int, kMaxSeats> won{};
    if (static_cast<int>(tricks_won.size()) != spec.seats())
        throw std::invalid_argument("tricks_won: expected one number for each seat");
    std::ranges::copy(tricks_won, won.begin());
    return won;
}

std::array<std::int8_t, kCards> piles_of(const PlaySpec& spec,
                                         const std::vector<std::pair<int, int>>& piles) {
    auto under = Position::no_piles();
    for (const auto& [top, below] : piles) {
        if (top < 0 || top >= kCards || below < 0 || below >= kCards || top == below)
            throw std::invalid_argument("piles: expected pairs of cards, the top one first");
        under[spec.inward(top)] = static_cast<std::int8_t>(spec.inward(below));
    }
    return under;
}

Board make_board(Spec spec, const std::vector<std::uint32_t>& hands, Seat leader,
                 const std::vector<int>& trick, const std::vector<int>& tricks_won,
                 const std::vector<std::pair<int, int>>& piles) {
    Position position(*spec, hands_of(*spec, hands), leader, trick_of(*spec, trick),
                      won_of(*spec, tricks_won), piles_of(*spec, piles));
    return {std::move(spec), std::move(position)};
}

Solved solved(const PlaySpec& spec, Mask legal, const Answer& answer) {
    std::vector<Valued> cards;
    each(legal, [&](Card card) { cards.emplace_back(spec.outward(card), answer.cards[card]); });
    std::vector<int> line;
    for (Card card : answer.line) line.push_back(spec.outward(card));
    return {answer.value, std::move(cards), std::move(line), answer.nodes};
}

Mask legal_now(const Board& board) {
    return board.position.finished() ? 0 : board.position.legal(*board.spec);
}

// A solver that makes callers wait for each other rather than share its tables.
class SharedSolver {
   public:
    explicit SharedSolver(std::size_t table_bytes) : solver_(table_bytes) {}

    Solved solve(const Board& board, Seat side, bool line, std::optional<std::uint64_t> most_nodes) {
        board.expect_seat(side);
        const std::scoped_lock lock(guard_);
        return solved(
            *board.spec, legal_now(board),
            solver_.solve({board.spec.get(), &board.position, side}, line, most_nodes.value_or(kNoLimit)));
    }
    Solved solve_marks(const Board& board, Seat side, const std::vector<int>& by_points, int every_trick,
                       int no_trick, int before) {
        board.expect_seat(side);
        const std::scoped_lock lock(guard_);
        const Marks marks{by_points, every_trick, no_trick};
        return solved(*board.spec, legal_now(board),
                      solver_.marks({board.spec.get(), &board.position, side}, marks, before));
    }
    std::vector<Solved> solve_many(const std::vector<std::pair<Board*, Seat>>& asked, int threads) {
        std::vector<Question> questions;
        for (const auto& [board, side] : asked) {
            board->expect_seat(side);
            questions.push_back({board->spec.get(), &board->position, side});
        }
        const std::scoped_lock lock(guard_);
        const std::vector<Answer> answers = solver_.solve_many(questions, threads);
        std::vector<Solved> all;
        for (std::size_t n = 0; n < asked.size(); ++n)
            all.push_back(solved(*asked[n].first->spec, legal_now(*asked[n].first), answers[n]));
        return all;
    }
    std::size_t bytes() const { return solver_.bytes(); }
    std::uint64_t nodes() const { return solver_.nodes(); }
    void forget() {
        const std::scoped_lock lock(guard_);
        solver_.forget();
    }

    using DealtAndSolved = std::pair<std::vector<std::uint32_t>, Solved>;
    std::vector<DealtAndSolved> solve_worlds(const Spec& spec, const Worlds& worlds,
                                             const std::vector<std::uint32_t>& known, Seat leader,
                                             const std::vector<int>& trick,
                                             const std::vector<int>& tricks_won, Seat side, int number,
                                             std::uint64_t seed, int threads) {
        const auto hands = hands_of(*spec, known);
        const auto table = trick_of(*spec, trick);
        const auto won = won_of(*spec, tricks_won);
        const auto place = [&](const Worlds::World& world) {
            auto full = hands;
            for (Seat seat = 0; seat < spec->seats(); ++seat) full[seat] |= spec->inward_set(world[seat]);
            return Position(*spec, full, leader, table, won, Position::no_piles());
        };
        const std::scoped_lock lock(guard_);
        std::vector<DealtAndSolved> all;
        for (const auto& [dealt, answer] :
             solver_.solve_worlds(*spec, worlds, place, side, number, seed, threads)) {
            const Mask legal = place(dealt).legal(*spec);
            all.emplace_back(std::vector<std::uint32_t>(dealt.begin(), dealt.end()),
                             solved(*spec, legal, answer));
        }
        return all;
    }

    std::vector<double> try_exactly(const Trial& trial, const Belief& belief, std::size_t first,
                                    std::size_t last) {
        return tried(belief, first, last, [&](std::size_t n, Trial::Sums& sums) {
            trial.solve(belief.kept()[n], solver_.memory(), sums);
        });
    }
    std::vector<double> try_by_habit(const Trial& trial, const Belief& belief, const Habits& habits,
                                     float sharpness, std::size_t first, std::size_t last,
                                     std::uint64_t seed) {
        return tried(belief, first, last, [&](std::size_t n, Trial::Sums& sums) {
            trial.play_on(belief.kept()[n], habits, sharpness, seed + n, sums);
        });
    }

   private:
    template <class Try>
    std::vector<double> tried(const Belief& belief, std::size_t first, std::size_t last, Try try_world) {
        if (last > belief.kept().size()) throw std::invalid_argument("not as many worlds");
        const std::scoped_lock lock(guard_);
        Trial::Sums sums{};
        for (std::size_t n = first; n < last; ++n) {
            Trial::Sums gained{};
            try_world(n, gained);
            for (std::size_t card = 0; card < sums.size(); ++card)
                sums[card] += belief.kept()[n].times * gained[card];
        }
        return {sums.begin(), sums.end()};
    }

    Solver solver_;
    std::mutex guard_;
};

// A count of deals as a Python int: it can be wider than 64 bits.
nb::int_ to_int(Count count) {
    const nb::int_ high(static_cast<std::uint64_t>(count >> 64)), low(static_cast<std::uint64_t>(count));
    return nb::int_((high << nb::int_(64)) | low);
}

}  // namespace
}  // namespace rebelote

NB_MODULE(_native, module) {
    using namespace rebelote;
    const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
    module.doc() = "The native card-play core. Use it through rebelote.solver.";
    // At exit Python does not free what caches still hold; that is no leak, and nobody should read of it.
    nb::set_leak_warnings(false);

    nb::class_<PlaySpec>(module, "PlaySpec", "The play of the cards by one ruleset at one trump.")
        .def(nb::new_(&make_spec), nb::kw_only(), "seats"_a, "partners"_a, "trumps"_a, "trump"_a,
             "partner_master"_a, "partner_ruffed"_a, "cannot_overruff"_a, "lead_beats_partner"_a, "plain"_a,
             "leads"_a, "order"_a, "points"_a, "trick"_a, "last"_a, "sweep"_a, "pack"_a, "roem"_a)
        .def_prop_ro("seats", &PlaySpec::seats);

    nb::class_<Board>(module, "Board", "A deal in the middle of its play, all cards open.")
        .def(nb::new_(&make_board), "spec"_a, "hands"_a, "leader"_a, "trick"_a, "tricks_won"_a, "piles"_a)
        .def_prop_ro("turn", [](const Board& b) { return b.position.turn(); })
        .def_prop_ro("leader", [](const Board& b) { return b.position.leader(); })
        .def_prop_ro("trick", &Board::table, "The cards on the table in the order of play.")
        .def_prop_ro("tricks_left", [](const Board& b) { return b.position.tricks_left(); })
        .def_prop_ro("finished", [](const Board& b) { return b.position.finished(); })
        .def_prop_ro("worth_left", [](const Board& b) { return b.position.worth_left(*b.spec); })
        .def(
            "hand",
            [](const Board& b, Seat seat) {
                b.expect_seat(seat);
                return b.spec->outward_set(b.position.hand(seat));
            },
            "seat"_a)
        .def(
            "tricks_won",
            [](const Board& b, Seat seat) {
                b.expect_seat(seat);
                return b.position.tricks_won(seat);
            },
            "seat"_a)
        .def(
            "taken",
            [](const Board& b, Seat seat) {
                b.expect_seat(seat);
                return b.position.taken(seat);
            },
            "seat"_a, "What the seat has taken since the board was made.")
        .def(
            "roem",
            [](const Board& b, Seat seat) {
                b.expect_seat(seat);
                return b.position.roem(seat);
            },
            "seat"_a, "The roem of the seat's tricks since the board was made.")
        .def(
            "legal", [](const Board& b) { return b.spec->outward_set(legal_now(b)); },
            "The cards that may be played now.")
        .def("play", &Board::play, "card"_a)
        .def("undo", [](Board& b) { b.position.undo(*b.spec); })
        .def("copy", [](const Board& b) { return b; });

    nb::class_<Worlds>(module, "Worlds", "The deals of hidden cards that agree with what is known.")
        .def(
            "__init__",
            [](Worlds* self, const std::array<std::uint8_t, kCards>& holders, const std::vector<int>& room) {
                new (self) Worlds(holders, room);
            },
            "holders"_a, "room"_a)
        .def_prop_ro("count", [](const Worlds& worlds) { return to_int(worlds.count()); })
        .def(
            "deal",
            [](const Worlds& worlds, int number, std::uint64_t seed) {
                std::vector<std::vector<std::uint32_t>> dealt;
                for (int n = 0; n < number; ++n) {
                    Random random(seed + n);
                    const auto world = worlds.deal(random);
                    dealt.emplace_back(world.begin(), world.end());
                }
                return dealt;
            },
            "number"_a, "seed"_a, "Worlds drawn at random, each as the cards of every place.", unlocked);

    nb::class_<SharedSolver>(module, "Solver", "Searches, with the memory that they need.")
        .def(nb::init<std::size_t>(), "table_bytes"_a)
        .def_prop_ro("bytes", &SharedSolver::bytes)
        .def_prop_ro("nodes", &SharedSolver::nodes)
        .def("forget", &SharedSolver::forget)
        .def("solve", &SharedSolver::solve, "board"_a, "side"_a, "line"_a, "most_nodes"_a = nb::none(),
             unlocked,
             "The value for the seat's side, the value after each legal card, a line of play, positions "
             "searched. RuntimeError where it would take more of them than most_nodes.")
        .def("solve_marks", &SharedSolver::solve_marks, "board"_a, "side"_a, "by_points"_a, "every_trick"_a,
             "no_trick"_a, "before"_a, unlocked)
        .def("solve_many", &SharedSolver::solve_many, "asked"_a, "threads"_a, unlocked)
        .def("solve_worlds", &SharedSolver::solve_worlds, "spec"_a, "worlds"_a, "known"_a, "leader"_a,
             "trick"_a, "tricks_won"_a, "side"_a, "number"_a, "seed"_a, "threads"_a, unlocked)
        .def("try_exactly", &SharedSolver::try_exactly, "trial"_a, "belief"_a, "first"_a, "last"_a, unlocked,
             "What each card gains, summed over those of the belief's worlds, with best play by all.")
        .def("try_by_habit", &SharedSolver::try_by_habit, "trial"_a, "belief"_a, "habits"_a, "sharpness"_a,
             "first"_a, "last"_a, "seed"_a, unlocked, "The same with everybody playing by habit.");

    module.def(
        "playouts",
        [](const Board& board, std::uint64_t number, std::uint64_t seed, int threads) {
            const Playouts sums = play_out(*board.spec, board.position, number, seed, threads);
            const auto seats = static_cast<std::size_t>(board.spec->seats());
            const auto listed = [&](const auto& numbers) {
                return std::vector<std::uint64_t>(numbers.begin(), numbers.begin() + seats);
            };
            return std::tuple(listed(sums.points), listed(sums.squares), listed(sums.sweeps));
        },
        "board"_a, "number"_a, "seed"_a, "threads"_a, unlocked,
        "Random legal play: by seat, the points summed, the squares of its side's points summed, sweeps by "
        "its side.");
    module.def(
        "minimax",
        [](const Board& board, Seat side) {
            board.expect_seat(side);
            return minimax_points(*board.spec, board.position, side);
        },
        "board"_a, "side"_a, unlocked,
        "What `solve` finds, by going through every card. For tests: it takes time.");
    module.def(
        "minimax_marks",
        [](const Board& board, Seat side, const std::vector<int>& by_points, int every_trick, int no_trick,
           int before) {
            board.expect_seat(side);
            return minimax_marks(*board.spec, board.position, side, {by_points, every_trick, no_trick},
                                 before);
        },
        "board"_a, "side"_a, "by_points"_a, "every_trick"_a, "no_trick"_a, "before"_a, unlocked,
        "What `solve_marks` finds, by going through every card.");
    module.def("build", [] { return std::string(core().name); }, "Which build of the core is in use.");
    module.def(
        "builds",
        [] {
            std::vector<std::string> names;
            for (const Core* each : cores()) names.emplace_back(each->name);
            return names;
        },
        "Those that run on this processor, the best first.");
    module.def(
        "use_build", [](const std::string& name) { use_core(name); }, "name"_a,
        "For tests: use another build.");
    bind_beliefs(module);
    bind_policy(module);
    bind_socket_writer(module);
}

// One build of the core. CMake compiles this file for any processor and, on x86-64, once more with BMI2;
// REBELOTE_BUILD names the namespace of each.
#include <utility>

#include "playouts.hpp"
#include "solve.hpp"

namespace rebelote::REBELOTE_BUILD {

namespace {

// The profiles of duties that have code of their own, once each.
template <class Use>
constexpr void each_profile(Use use) {
    for (bool lead : {true, false}) use({.trumps = Trumps::all, .lead_beats_partner = lead});
    use({.trumps = Trumps::none});
    for (auto master : {PartnerMaster::ruff, PartnerMaster::free_before_a_ruff, PartnerMaster::free})
        for (auto ruffed : {PartnerRuffed::over_or_discard, PartnerRuffed::over_if_able, PartnerRuffed::any})
            for (auto under : {CannotOverruff::trump, CannotOverruff::any})
                for (bool lead : {true, false}) {
                    const Obligations duty{Trumps::suit, master, ruffed, under, lead};
                    if (duty.normal(true) == duty) use(duty);
                }
}
consteval std::size_t count_profiles() {
    std::size_t count = 0;
    each_profile([&](const Obligations&) { ++count; });
    return count;
}
consteval auto list_profiles() {
    std::array<Obligations, count_profiles()> profiles{};
    std::size_t at = 0;
    each_profile([&](const Obligations& duty) { profiles[at++] = duty; });
    return profiles;
}
inline constexpr auto kProfiles = list_profiles();

// Calls `use.template operator()<Game>()` with the game that fits the rules.
template <class Result, class Use>
Result with_game(const PlaySpec& spec, Use use) {
    if (!spec.partners()) return use.template operator()<Alone>();
    Result result{};
    bool found = false;
    const auto try_profile = [&]<std::size_t N>() {
        if (!(kProfiles[N] == spec.obligations())) return false;
        result = use.template operator()<Pairs<kProfiles[N]>>();
        return true;
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) {
        found = (try_profile.template operator()<N>() || ...);
    }(std::make_index_sequence<kProfiles.size()>());
    return found ? result : use.template operator()<OtherPairs>();
}

void prepare(const PlaySpec& spec, Memory& memory) {
    memory.bounds.prepare(spec.lookup().game);
    memory.sweeps.prepare(spec.counting_tricks().game);
}

Answer solve(const PlaySpec& spec, const Position& position, Seat side, bool line, Memory& memory) {
    prepare(spec, memory);
    const Answer answer = with_game<Answer>(
        spec, [&]<class Game>() { return Solve<Game>(spec, position, side, memory).answer(line); });
    memory.nodes += answer.nodes;
    return answer;
}

bool takes(const PlaySpec& spec, const Position& position, Seat side, int need, Memory& memory) {
    prepare(spec, memory);
    return with_game<bool>(spec, [&]<class Game>() {
        Search<Game> search(spec, spec.lookup(), memory.bounds, position, side);
        return search.bound(need) >= need;
    });
}

bool takes_all(const PlaySpec& spec, const Position& position, Seat side, Memory& memory) {
    prepare(spec, memory);
    return with_game<bool>(spec, [&]<class Game>() {
        Search<Game> search(spec, spec.counting_tricks(), memory.sweeps, position, side);
        return search.bound(search.left()) >= search.left();
    });
}

Playouts playouts(const PlaySpec& spec, const Position& position, std::uint64_t number, Random& random) {
    return with_game<Playouts>(spec, [&]<class Game>() {
        const Playout<Game> playout(spec, position);
        Playouts sums;
        while (number-- > 0) playout.run(random, sums);
        return sums;
    });
}

}  // namespace

extern const Core core;
const Core core{REBELOTE_BUILD_NAME, solve, takes, takes_all, playouts};

}  // namespace rebelote::REBELOTE_BUILD

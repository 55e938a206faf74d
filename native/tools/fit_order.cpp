// Fits the weights of the order of cards: hill climbing on the positions that whole random deals take.
// Prints move_order_weights.hpp. Usage: fit_order SECONDS [DEALS [SEED]]
#define REBELOTE_FIT

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>

#include "../solve.hpp"

namespace rebelote {

Weights weights = kWeights;

namespace {

using Game = REBELOTE_BUILD::Pairs<Obligations{}>;
using Deal = std::array<Mask, kMaxSeats>;
using Generator = std::mt19937_64;

// Contrée at a suit.
PlaySpec contree() {
    constexpr std::array<int, kRanks> trump_order{4, 2, 7, 3, 6, 5, 1, 0},
        plain_order{7, 3, 6, 5, 4, 2, 1, 0};
    constexpr std::array<int, kRanks> trump_points{20, 14, 11, 10, 4, 3, 0, 0},
        plain_points{11, 10, 4, 3, 2, 0, 0, 0};
    std::array<std::array<int, kRanks>, kSuits> order{plain_order, plain_order, plain_order, trump_order};
    std::array<int, kCards> points{};
    for (int suit = 0; suit < kSuits; ++suit)
        for (int step = 0; step < kRanks; ++step)
            points[kRanks * suit + order[suit][step]] = suit == 3 ? trump_points[step] : plain_points[step];
    return PlaySpec(4, true, {}, 3, order, points, 0, 10, 90);
}

std::vector<Deal> random_deals(int number, Generator& random) {
    std::array<Card, kCards> pack;
    for (Card card = 0; card < kCards; ++card) pack[card] = card;
    std::vector<Deal> deals(number);
    for (Deal& deal : deals) {
        std::shuffle(pack.begin(), pack.end(), random);
        for (int n = 0; n < kCards; ++n) deal[n % 4] |= bit(pack[n]);
    }
    return deals;
}

// The positions searched for all of them, or more than `enough`.
std::uint64_t cost(const PlaySpec& spec, std::span<const Deal> deals, std::uint64_t enough) {
    static Memory memory(1 << 20);
    std::uint64_t nodes = 0;
    for (const Deal& deal : deals) {
        memory.bounds.clear();
        const Position position(spec, deal, 0, {}, {}, Position::no_piles());
        nodes += REBELOTE_BUILD::Solve<Game>(spec, position, 1, memory).answer(false).nodes;
        if (nodes > enough) break;
    }
    return nodes;
}

std::span<int> numbers() { return {reinterpret_cast<int*>(&weights), sizeof(Weights) / sizeof(int)}; }

// Changes a few weights at random; keeps that if it costs no more.
std::uint64_t climb(const PlaySpec& spec, std::span<const Deal> deals, std::uint64_t best,
                    Generator& random) {
    const Weights before = weights;
    for (auto changes = 1 + random() % 4; changes; --changes) {
        const std::size_t at = random() % numbers().size();
        const bool slope = at / Weights::kFacts % 2;
        const int by = slope ? 1 + random() % 12 : 5 + random() % 150;
        numbers()[at] += random() & 1 ? by : -by;
    }
    const std::uint64_t now = cost(spec, deals, best);
    if (now > best) weights = before;
    return std::min(now, best);
}

void print(const char* name, const Weights::Row& row) {
    std::printf("inline constexpr Weights::Row %s{\n", name);
    for (const auto* column : {&row.base, &row.slope}) {
        std::printf("    {{");
        for (int n = 0; n < Weights::kFacts; ++n)
            std::printf("%s%d%s", n % 16 ? " " : "\n        ", (*column)[n],
                        n + 1 < Weights::kFacts ? "," : "");
        std::printf("}},\n");
    }
    std::printf("};\n");
}

void fit(int seconds, int number, std::uint64_t seed) {
    Generator random(seed);
    const PlaySpec spec = contree();
    const auto deals = random_deals(number, random), others = random_deals(number, random);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    std::uint64_t best = cost(spec, deals, ~std::uint64_t{0});
    while (std::chrono::steady_clock::now() < end) best = climb(spec, deals, best, random);
    std::fprintf(stderr, "%.0f positions a deal, %.0f for deals not fitted on\n", double(best) / number,
                 double(cost(spec, others, ~std::uint64_t{0})) / number);
    std::printf(
        "// Written by tools/fit_order.cpp.\n#pragma once\n\n#include \"move_order.hpp\"\n\nnamespace "
        "rebelote "
        "{\n\n");
    print("kLead", weights.lead);
    print("kSecond", weights.follow[0]);
    print("kBetween", weights.follow[1]);
    print("kLast", weights.follow[2]);
    std::printf(
        "inline constexpr Weights kWeights{kLead, {kSecond, kBetween, kLast}};\n\n}  // namespace "
        "rebelote\n");
}

}  // namespace
}  // namespace rebelote

int main(int count, char** words) {
    const auto number = [&](int at, int otherwise) { return count > at ? std::atoi(words[at]) : otherwise; };
    rebelote::fit(number(1, 60), number(2, 80), number(3, 1));
}

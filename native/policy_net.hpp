// A small network that knows how to play a suit contract: what a seat has seen to a score for every card.
// training/ makes it; cards are numbered for the trump in play, as there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rebelote {

class Policy {
   public:
    static constexpr int kSets = 21, kNumbers = 64, kSeats = 4, kSuits = 4, kCards = 32;
    // The last numbers but the padding: what each seat bid, suit by suit.
    static constexpr int kBids = 44;

    using Sets = std::array<std::uint32_t, kSets>;
    using Numbers = std::array<float, kNumbers>;
    using Scores = std::array<float, kCards>;

    // Reads what training/export.py writes. Throws std::invalid_argument for anything else.
    explicit Policy(std::string_view blob);

    // The side suits are alike, so the answer is the mean over all their orders.
    Scores scores(const Sets& sets, const Numbers& numbers) const;

   private:
    struct Layer {
        int inputs = 0, outputs = 0;
        std::vector<float> weights;  // input by input: most inputs are 0
        std::vector<float> bias;

        const float* row(int input) const {
            return weights.data() + static_cast<std::size_t>(input) * outputs;
        }
    };

    Scores look(const Sets& sets, const Numbers& numbers) const;
    static void apply(const Layer& layer, std::span<const float> in, std::span<float> out);

    Layer first_, second_, third_, last_;
};

}  // namespace rebelote

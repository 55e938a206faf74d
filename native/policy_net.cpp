#include "policy_net.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace rebelote {

namespace {

constexpr std::string_view kMagic = "rebelote policy 1\n";
constexpr std::array<std::array<int, 3>, 6> kOrders{
    {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}};

// Eight numbers at a time, by the compiler's own vectors: portable, and AVX where there is AVX.
using Eight = float __attribute__((vector_size(32)));

Eight load(const float* at) {
    Eight found;
    std::memcpy(&found, at, sizeof found);
    return found;
}

void add(float* sum, const float* row, float factor, int length) {
    for (int i = 0; i < length; i += 8) {
        const Eight found = load(sum + i) + load(row + i) * factor;
        std::memcpy(sum + i, &found, sizeof found);
    }
}

class Reader {
   public:
    explicit Reader(std::string_view blob) : left_(blob) {}

    void expect(std::string_view text) {
        if (!left_.starts_with(text)) throw std::invalid_argument("not a policy of this kind");
        left_.remove_prefix(text.size());
    }
    template <typename T>
    std::vector<T> take(std::size_t number) {
        if (left_.size() < number * sizeof(T)) throw std::invalid_argument("the policy ends too soon");
        std::vector<T> found(number);
        std::memcpy(found.data(), left_.data(), number * sizeof(T));
        left_.remove_prefix(number * sizeof(T));
        return found;
    }
    void end() const {
        if (!left_.empty()) throw std::invalid_argument("the policy is too long");
    }

   private:
    std::string_view left_;
};

void relu(std::span<float> values) {
    for (float& value : values) value = std::max(value, 0.0f);
}

std::uint32_t reorder(std::uint32_t set, const std::array<int, 3>& order) {
    std::uint32_t found = set & 0xFF;
    for (int place = 0; place < 3; ++place) found |= (set >> (8 * order[place]) & 0xFF) << (8 * (place + 1));
    return found;
}

}  // namespace

Policy::Policy(std::string_view blob) {
    Reader reader(blob);
    reader.expect(kMagic);
    const auto layer = [&reader] {
        const auto size = reader.take<std::uint32_t>(2);
        if (size[0] == 0 || size[1] == 0 || size[0] % 16 || size[1] % 16 || size[0] > 4096 || size[1] > 4096)
            throw std::invalid_argument("a policy's layers are multiples of 16, up to 4096");
        const std::size_t inputs = size[0], outputs = size[1];
        Layer found{static_cast<int>(inputs), static_cast<int>(outputs), {}, {}};
        const auto scales = reader.take<float>(outputs);
        const auto steps = reader.take<std::int8_t>(inputs * outputs);
        found.bias = reader.take<float>(outputs);
        found.weights.resize(steps.size());
        for (std::size_t out = 0; out < outputs; ++out)
            for (std::size_t in = 0; in < inputs; ++in)
                found.weights[in * outputs + out] =
                    static_cast<float>(steps[out * inputs + in]) * scales[out];
        return found;
    };
    first_ = layer();
    second_ = layer();
    third_ = layer();
    last_ = layer();
    reader.end();
    if (first_.inputs != kSets * 32 + kNumbers || second_.inputs != first_.outputs ||
        third_.inputs != second_.outputs || third_.outputs != third_.inputs ||
        last_.inputs != third_.outputs || last_.outputs != kCards)
        throw std::invalid_argument("the policy's layers don't fit together");
}

void Policy::apply(const Layer& layer, std::span<const float> in, std::span<float> out) {
    std::ranges::copy(layer.bias, out.begin());
    for (int at = 0; at < layer.inputs; ++at)
        if (in[at] != 0.0f) add(out.data(), layer.row(at), in[at], layer.outputs);
}

Policy::Scores Policy::look(const Sets& sets, const Numbers& numbers) const {
    std::vector<float> one(first_.bias);
    for (int set = 0; set < kSets; ++set)
        for (std::uint32_t left = sets[set]; left; left &= left - 1)
            add(one.data(), first_.row(set * 32 + std::countr_zero(left)), 1.0f, first_.outputs);
    for (int number = 0; number < kNumbers; ++number)
        if (numbers[number] != 0.0f)
            add(one.data(), first_.row(kSets * 32 + number), numbers[number], first_.outputs);
    relu(one);
    std::vector<float> two(second_.outputs), three(third_.outputs);
    apply(second_, one, two);
    relu(two);
    apply(third_, two, three);
    relu(three);
    for (std::size_t at = 0; at < two.size(); ++at) three[at] += two[at];
    Scores found;
    apply(last_, three, found);
    return found;
}

Policy::Scores Policy::scores(const Sets& sets, const Numbers& numbers) const {
    Scores mean{};
    for (const auto& order : kOrders) {
        Sets turned;
        std::ranges::transform(sets, turned.begin(),
                               [&order](std::uint32_t set) { return reorder(set, order); });
        Numbers moved = numbers;
        for (int seat = 0; seat < kSeats; ++seat)
            for (int place = 0; place < 3; ++place)
                moved[kBids + seat * kSuits + place + 1] = numbers[kBids + seat * kSuits + order[place]];
        const Scores found = look(turned, moved);
        for (int card = 0; card < kCards; ++card) {
            const int suit = card / 8;
            const int here = suit ? 8 * order[suit - 1] + card % 8 : card;
            mean[here] += found[card] / kOrders.size();
        }
    }
    return mean;
}

}  // namespace rebelote

#include "play_spec.hpp"

#include <algorithm>
#include <stdexcept>

namespace rebelote {

namespace {

// Where a suit's byte lies: a single trump suit in the highest byte, the others below in their order.
int place_of(int suit, int trump, bool single) {
    if (!single) return suit;
    if (suit == trump) return kSuits - 1;
    return suit < trump ? suit : suit - 1;
}

// FNV-1a over whole numbers.
class Fingerprint {
   public:
    Fingerprint& add(std::uint64_t number) {
        hash_ = (hash_ ^ number) * 0x100000001B3u;
        return *this;
    }
    std::uint64_t value() const { return hash_; }

   private:
    std::uint64_t hash_ = 0xCBF29CE484222325u;
};

std::uint64_t rules_fingerprint(int seats, bool partners, const Obligations& duty) {
    return Fingerprint()
        .add(seats)
        .add(partners)
        .add(static_cast<int>(duty.trumps))
        .add(static_cast<int>(duty.partner_master))
        .add(static_cast<int>(duty.partner_ruffed))
        .add(static_cast<int>(duty.cannot_overruff))
        .add(duty.lead_beats_partner)
        .add(duty.plain_beats)
        .add(duty.closed_leads)
        .value();
}

}  // namespace

int Roem::of(std::uint32_t cards, int trump) const {
    int best = 0;
    std::uint32_t alike = 255;
    for (int suit = 0; suit < kSuits; ++suit) {
        const std::uint32_t held = cards >> kRanks * suit & 255;
        alike &= held;
        std::size_t length = 0;
        for (std::uint32_t run = held; run; run &= run >> 1) ++length;
        best = std::max(best, runs[length]);
    }
    for (std::size_t rank = 0; rank < fours.size(); ++rank)
        if (alike >> rank & 1) best = std::max(best, fours[rank]);
    constexpr std::uint32_t kQueenAndKing = 0b01100000;
    const bool royal = trump < kSuits && (cards >> kRanks * trump & kQueenAndKing) == kQueenAndKing;
    return best + (royal ? stuk : 0);
}

Lookup::Lookup(const std::array<Mask, kCards>& beats, const Worth& worth, std::uint64_t rules)
    : beaters(beats), trick(worth.trick), last(worth.last) {
    Fingerprint print;
    print.add(rules).add(trick).add(last);
    for (Card card = 0; card < kCards; ++card) {
        points[card] = worth.card[card];
        print.add(points[card]);
        if (!(bit(card) & kInnerLinks)) continue;
        if (points[card] == points[card - 1]) equal_links |= bit(card);
        if (points[card] < points[card - 1]) monotone = false;
    }
    for (int suit = 0; suit < kSuits; ++suit)
        for (Mask held = 0; held < 256; ++held) {
            int at = 0;
            each(held, [&](Card n) {
                relative[suit][held] |= std::uint64_t{worth.card[kRanks * suit + n]} << at;
                at += 8;
            });
            sums[suit][held] = static_cast<std::uint16_t>(worth.of(held << kRanks * suit));
        }
    game = print.value();
}

PlaySpec::PlaySpec(int seats, bool partners, const Obligations& obligations, int trump,
                   const std::array<std::array<int, kRanks>, kSuits>& order,
                   const std::array<int, kCards>& points, int trick, int last, int sweep, std::uint32_t pack,
                   const Roem& roem)
    : seats_(seats),
      partners_(partners),
      obligations_(obligations.normal(partners)),
      roem_(roem),
      trump_(obligations.trumps == Trumps::suit ? trump : kSuits) {
    if (seats < 2 || seats > kMaxSeats) throw std::invalid_argument("seats: expected 2 to 6");
    if (partners && seats != 4) throw std::invalid_argument("partners sit at a table of four");
    const bool single = obligations.trumps == Trumps::suit;
    if (single && (trump < 0 || trump >= kSuits))
        throw std::invalid_argument("trump: expected a suit, 0 to 3");
    worth_ = {.trick = trick, .last = last, .sweep = sweep};
    std::array<Mask, kCards> beaters{};
    Mask seen = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        for (int step = 0; step < kRanks; ++step) {
            const int number = kRanks * suit + order[suit].at(step);
            const Card card = kRanks * place_of(suit, trump, single) + kRanks - 1 - step;
            if (number < 0 || number >= kCards) throw std::invalid_argument("order: expected ranks 0 to 7");
            if (points[number] < 0 || points[number] > 255)
                throw std::invalid_argument("points: expected 0 to 255");
            seen |= Mask{1} << number;
            inward_[number] = card;
            outward_[card] = number;
            worth_.card[card] = static_cast<std::uint8_t>(points[number]);
            beaters[card] = suit_of(card) & above(card);
            if (single && !(bit(card) & kTrumpSuit)) beaters[card] |= kTrumpSuit;
        }
    }
    if (seen != ~Mask{0}) throw std::invalid_argument("order: expected each rank once in each suit");
    if (worth_.left(seen, kCards / seats) + sweep > 400)
        throw std::invalid_argument("a deal worth more than 400");
    pack_ = inward_set(pack);
    const std::uint64_t rules = rules_fingerprint(seats_, partners_, obligations_);
    lookup_ = Lookup(beaters, worth_, rules);
    counting_tricks_ = Lookup(beaters, {.trick = 1}, rules);
}

Mask PlaySpec::inward_set(std::uint32_t numbers) const {
    Mask cards = 0;
    each(numbers, [&](int number) { cards |= bit(inward_[number]); });
    return cards;
}

std::uint32_t PlaySpec::outward_set(Mask cards) const {
    std::uint32_t numbers = 0;
    each(cards, [&](Card card) { numbers |= Mask{1} << outward_[card]; });
    return numbers;
}

}  // namespace rebelote

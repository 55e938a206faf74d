// What a ruleset says about the play of the cards at one trump, compiled to what the core needs.
#pragma once

#include "cards.hpp"

namespace rebelote {

enum class Trumps : std::uint8_t { suit, none, all };
enum class PartnerMaster : std::uint8_t { ruff, free_before_a_ruff, free };
enum class PartnerRuffed : std::uint8_t { over_or_discard, over_if_able, any };
enum class CannotOverruff : std::uint8_t { trump, any, discard };

// What a hand must play. A structural type: the search takes one as a template argument.
struct Obligations {
    Trumps trumps = Trumps::suit;
    PartnerMaster partner_master = PartnerMaster::free;
    PartnerRuffed partner_ruffed = PartnerRuffed::over_or_discard;
    CannotOverruff cannot_overruff = CannotOverruff::any;
    bool lead_beats_partner = true;  // a led suit that is to be beaten: even if the partner's card holds
    bool plain_beats = false;        // plain suits are to be beaten too
    bool closed_leads = false;       // a trump is led only from a hand of nothing else

    constexpr bool operator==(const Obligations&) const = default;

    // The same duties with the flags that can't matter at their defaults.
    constexpr Obligations normal(bool partners) const {
        if (trumps == Trumps::none)
            return {.trumps = trumps,
                    .lead_beats_partner = !plain_beats || !partners || lead_beats_partner,
                    .plain_beats = plain_beats};
        Obligations same = *this;
        if (!partners) same.partner_master = PartnerMaster::ruff, same.lead_beats_partner = true;
        if (same.partner_master != PartnerMaster::free) same.partner_ruffed = {};
        if (trumps == Trumps::all) return {.trumps = trumps, .lead_beats_partner = same.lead_beats_partner};
        return same;
    }
};

// What taking cards and tricks brings.
struct Worth {
    std::array<std::uint8_t, kCards> card{};  // points of a card
    int trick = 0;                            // of any trick
    int last = 0;                             // more for the last one
    int sweep = 0;                            // more for the side that takes every trick of the deal

    int of(Mask cards) const {
        int points = 0;
        each(cards, [&](Card c) { points += card[c]; });
        return points;
    }
    // All that is still to be taken with these cards in play and that many tricks to come.
    int left(Mask cards, int tricks) const { return of(cards) + tricks * trick + (tricks ? last : 0); }
    bool operator==(const Worth&) const = default;
};

// What lies in the cards of one trick and goes to its winner besides their points.
struct Roem {
    std::array<int, kRanks + 1> runs{};  // by the length of the longest run of a suit
    std::array<int, kRanks> fours{};     // four alike, by rank
    int stuk = 0;                        // king and queen of trumps
    bool played = false;

    // `cards` by their numbers in the pack, so that ranks lie in their order; `trump` is a suit's number.
    int of(std::uint32_t cards, int trump) const;
};

// All that a search looks up, made once for each game and worth.
struct Lookup {
    std::array<Mask, kCards> beaters{};  // the cards that take the trick from a card while it holds it
    std::array<int, kCards> points{};
    std::array<std::array<std::uint64_t, 256>, kSuits>
        relative{};  // [suit][held]: points, weakest first, a byte each
    std::array<std::array<std::uint16_t, 256>, kSuits> sums{};  // [suit][held]
    Mask equal_links = 0;  // cards worth as much as their neighbour below
    bool monotone = true;  // no card is worth less than a weaker one of its suit
    int trick = 0;
    int last = 0;
    std::uint64_t game = 0;  // the same for games and worths that share their bounds

    int sum(Mask cards) const {
        return sums[0][cards & 255] + sums[1][cards >> 8 & 255] + sums[2][cards >> 16 & 255] +
               sums[3][cards >> 24];
    }

    Lookup() = default;
    Lookup(const std::array<Mask, kCards>& beats, const Worth& worth, std::uint64_t rules);
};

// Cards come in and go out by their number in the pack: 8 * suit + rank, both in the pack's order.
class PlaySpec {
   public:
    // `order` lists each suit's ranks from the strongest; `points` go by a card's number in the pack.
    // `trump` is a suit's number, and is ignored where there is no single trump suit.
    PlaySpec(int seats, bool partners, const Obligations& obligations, int trump,
             const std::array<std::array<int, kRanks>, kSuits>& order, const std::array<int, kCards>& points,
             int trick, int last, int sweep, std::uint32_t pack = ~std::uint32_t{0}, const Roem& roem = {});

    int seats() const { return seats_; }
    bool partners() const { return partners_; }
    const Obligations& obligations() const { return obligations_; }
    const Worth& worth() const { return worth_; }
    const Lookup& lookup() const { return lookup_; }
    Mask pack() const { return pack_; }  // the cards that are played with
    bool has_roem() const { return roem_.played; }
    int roem(Mask cards) const { return roem_.played ? roem_.of(outward_set(cards), trump_) : 0; }
    const Lookup& counting_tricks() const { return counting_tricks_; }  // one for each trick, nothing else

    Card inward(int number) const { return inward_[number]; }
    int outward(Card card) const { return outward_[card]; }
    Mask inward_set(std::uint32_t numbers) const;
    std::uint32_t outward_set(Mask cards) const;

    // The cards that take the trick from `card` while it holds it.
    Mask beaters(Card card) const { return lookup_.beaters[card]; }
    bool same_side(Seat a, Seat b) const { return a == b || (partners_ && (a ^ b) == 2); }
    Seat next(Seat seat) const { return seat + 1 == seats_ ? 0 : seat + 1; }

   private:
    int seats_;
    bool partners_;
    Obligations obligations_;
    Worth worth_;
    Roem roem_;
    int trump_;
    Mask pack_ = 0;
    std::array<Card, kCards> inward_{};
    std::array<int, kCards> outward_{};
    Lookup lookup_;
    Lookup counting_tricks_;
};

}  // namespace rebelote

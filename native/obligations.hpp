// The play of one trick: which cards may be added to it and who holds it.
#pragma once

#include "play_spec.hpp"

namespace rebelote {

// A trick that somebody has led to.
struct Trick {
    Mask led;      // the suit led
    Mask beaters;  // the cards that would take it now
    Card best;     // the card that holds it
    Seat holder;
    int points;  // of the cards in it

    bool ruffed() const { return bit(best) & ~led; }

    static Trick lead(const PlaySpec& spec, Seat seat, Card card) {
        return {suit_of(card), spec.beaters(card), card, seat, spec.worth().card[card]};
    }
    Trick with(const PlaySpec& spec, Seat seat, Card card) const {
        Trick next = *this;
        next.points += spec.worth().card[card];
        if (beaters & bit(card)) next.beaters = spec.beaters(card), next.best = card, next.holder = seat;
        return next;
    }
};

constexpr bool need_not_ruff(const Obligations& duty, bool ruffed) {
    return duty.partner_master == PartnerMaster::free ||
           (duty.partner_master == PartnerMaster::free_before_a_ruff && !ruffed);
}

// What may be laid when the partner holds the trick by a ruff.
constexpr Mask on_partners_ruff(const Obligations& duty, Mask hand, Mask over) {
    const Mask side_cards = hand & ~kTrumpSuit;
    switch (duty.partner_ruffed) {
        case PartnerRuffed::over_or_discard: return side_cards ? side_cards | over : hand;
        case PartnerRuffed::over_if_able: return over ? side_cards | over : hand;
        case PartnerRuffed::any: break;
    }
    return hand;
}

// What may be laid on an opponent's ruff that can't be beaten.
constexpr Mask under_a_ruff(const Obligations& duty, Mask hand, Mask trumps) {
    const Mask side_cards = hand & ~kTrumpSuit;
    switch (duty.cannot_overruff) {
        case CannotOverruff::trump: return trumps;
        case CannotOverruff::discard: return side_cards ? side_cards : hand;
        case CannotOverruff::any: break;
    }
    return hand;
}

// The cards of `hand` that may be led.
constexpr Mask legal_leads(const Obligations& duty, Mask hand) {
    if (!duty.closed_leads || duty.trumps != Trumps::suit) return hand;
    const Mask side_cards = hand & ~kTrumpSuit;
    return side_cards ? side_cards : hand;
}

// What a hand without the led suit may play where one suit is trump.
constexpr Mask legal_void(const Obligations& duty, Mask hand, const Trick& trick, bool partner_holds) {
    const Mask trumps = hand & kTrumpSuit;
    if (!trumps) return hand;
    const Mask over = trumps & trick.beaters;
    if (partner_holds && need_not_ruff(duty, trick.ruffed()))
        return trick.ruffed() ? on_partners_ruff(duty, hand, over) : hand;
    return over ? over : under_a_ruff(duty, hand, trumps);
}

// The cards of `hand` that may be added to the trick. With `duty` known at compile time nothing is tested.
constexpr Mask legal_cards(const Obligations& duty, Mask hand, const Trick& trick, bool partner_holds) {
    const Mask following = hand & trick.led;
    if (!following) return duty.trumps == Trumps::suit ? legal_void(duty, hand, trick, partner_holds) : hand;
    const bool to_be_beaten = duty.plain_beats || duty.trumps == Trumps::all ||
                              (duty.trumps == Trumps::suit && trick.led == kTrumpSuit);
    if (!to_be_beaten || (partner_holds && !duty.lead_beats_partner)) return following;
    const Mask over = following & trick.beaters;
    return over ? over : following;
}

}  // namespace rebelote

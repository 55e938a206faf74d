// The play of a deal as everybody at the table sees it, from its first lead.
#pragma once

#include "obligations.hpp"

namespace rebelote {

inline constexpr Seat kNobody = -1;

class Course {
   public:
    // `taker` is kNobody where nobody takes; `length` is how many tricks the deal has.
    Course(Seat leader, Seat taker, int length) : turn_(leader), taker_(taker), length_(length) {
        opened_.fill(kNobody);
    }

    Seat turn() const { return turn_; }
    Seat taker() const { return taker_; }
    int place() const { return place_; }  // cards on the table
    int done() const { return done_; }    // tricks gathered
    int length() const { return length_; }
    bool finished() const { return done_ == length_; }
    const Trick& trick() const { return trick_; }
    Mask gone() const { return gone_; }  // every card laid so far
    Seat opener(int suit) const { return opened_[suit]; }
    int won(Seat seat) const { return won_[seat]; }
    int taken(Seat seat) const { return taken_[seat]; }
    const std::array<int, kMaxSeats>& tricks_won() const { return won_; }

    int roem(Seat seat) const { return roem_[seat]; }

    int side_tricks(const PlaySpec& spec, Seat seat) const {
        return spec.partners() ? won_[seat] + won_[seat ^ 2] : won_[seat];
    }
    int side_points(const PlaySpec& spec, Seat seat) const {
        return spec.partners() ? taken_[seat] + taken_[seat ^ 2] : taken_[seat];
    }

    Mask legal(const PlaySpec& spec, Mask hand) const {
        if (!place_) return legal_leads(spec.obligations(), hand);
        return legal_cards(spec.obligations(), hand, trick_, spec.same_side(trick_.holder, turn_));
    }

    void lay(const PlaySpec& spec, Card card) {
        if (place_) {
            trick_ = trick_.with(spec, turn_, card);
        } else {
            trick_ = Trick::lead(spec, turn_, card);
            if (opened_[card >> 3] == kNobody) opened_[card >> 3] = static_cast<std::int8_t>(turn_);
        }
        gone_ |= bit(card);
        lying_ |= bit(card);
        turn_ = spec.next(turn_);
        if (++place_ == spec.seats()) gather(spec);
    }

   private:
    void gather(const PlaySpec& spec) {
        turn_ = trick_.holder;
        place_ = 0;
        ++done_;
        ++won_[turn_];
        roem_[turn_] += spec.roem(lying_);
        lying_ = 0;
        taken_[turn_] += trick_.points + spec.worth().trick + (finished() ? spec.worth().last : 0);
    }

    Seat turn_, taker_;
    int length_, place_ = 0, done_ = 0;
    Trick trick_{};
    Mask gone_ = 0, lying_ = 0;
    std::array<std::int8_t, kSuits> opened_;
    std::array<int, kMaxSeats> won_{}, taken_{}, roem_{};
};

}  // namespace rebelote

// A deal in the middle of its play, open to all: hands, piles, the trick on the table, tricks won.
#pragma once

#include <vector>

#include "obligations.hpp"

namespace rebelote {

struct Played {
    Seat seat;
    Card card;
};

class Position {
   public:
    Position() { under_.fill(kNothing); }
    // `hands` hold all that a seat may play, so the tops of its piles too; `trick` is in the order of play.
    // `under[top]` is the card that lies face down beneath `top`. Throws std::invalid_argument.
    Position(const PlaySpec& spec, const std::array<Mask, kMaxSeats>& hands, Seat leader,
             const std::vector<Card>& trick, const std::array<int, kMaxSeats>& tricks_won,
             const std::array<std::int8_t, kCards>& under);

    static constexpr std::int8_t kNothing = -1;
    static std::array<std::int8_t, kCards> no_piles();

    Mask hand(Seat seat) const { return hands_[seat]; }
    Card under(Card top) const { return under_[top]; }
    bool has_piles() const { return covered_ != 0; }
    Mask covered() const { return covered_; }
    Seat leader() const { return leader_; }
    Seat turn() const { return turn_; }
    int laid() const { return laid_; }  // cards on the table
    const Trick& trick() const { return trick_; }
    const std::array<Card, kMaxSeats>& table() const { return table_; }
    int tricks_won(Seat seat) const { return won_[seat]; }
    int taken(Seat seat) const { return taken_[seat]; }
    int roem(Seat seat) const { return roem_[seat]; }  // that lay in its tricks
    int tricks_left() const { return left_; }          // the one on the table included
    bool finished() const { return left_ == 0; }

    // Everything still to be won: cards in hands, piles and on the table, tricks, the last one's bonus.
    int worth_left(const PlaySpec& spec) const;
    Mask legal(const PlaySpec& spec) const;
    // The legal cards but for those that play exactly like a lower one: neighbours worth the same.
    Mask distinct(const PlaySpec& spec) const;
    // Plays a legal card; gathers the trick when it is full. `undo` takes the last `play` back.
    void play(const PlaySpec& spec, Card card);
    void undo(const PlaySpec& spec);

   private:
    struct Step {
        Seat turn;
        Seat leader;
        int laid;
        int left;
        Trick trick;
        std::array<Card, kMaxSeats> table;
        Card card;
        Seat winner;  // of the trick that the card completed, else kNothing
        int points;
        int roem;
    };

    void check(const PlaySpec& spec);
    Mask lying() const;
    void gather(const PlaySpec& spec, Step& step);

    std::array<Mask, kMaxSeats> hands_{};
    std::array<std::int8_t, kCards> under_{};
    std::array<Card, kMaxSeats> table_{};
    std::array<int, kMaxSeats> won_{};
    std::array<int, kMaxSeats> taken_{};
    std::array<int, kMaxSeats> roem_{};
    Mask covered_ = 0;
    Seat leader_ = 0;
    Seat turn_ = 0;
    int laid_ = 0;
    int left_ = 0;
    Trick trick_{};
    std::vector<Step> history_;
};

}  // namespace rebelote

// What was announced, as a test of the hands that the seats may have been dealt.
#pragma once

#include <array>
#include <vector>

#include "estimate.hpp"
#include "playing.hpp"

namespace rebelote {

// What a seat's declarations were, told by their kinds.
class Announcements {
   public:
    struct Candidate {
        Pack cards;
        int kind;
        int points;
        int strength;  // the greater the stronger
    };
    struct Heard {
        std::vector<int> kinds;  // strongest first
        bool all;                // said for the player: he has these and no others
        std::vector<int> named;  // strengths that he has named
    };
    // `candidates` come strongest first. `sides` are the seats' sides; `winner` is the side whose
    // declarations were found the best, kUnsettled, or kNobody for neither.
    static constexpr int kUnsettled = -2;
    Announcements(std::vector<Candidate> candidates, std::vector<Heard> heard, std::vector<int> sides,
                  int winner, Pack voiding);

    // Could these hands have said that?
    bool allow(const std::array<Pack, kMaxSeats>& hands) const;

   private:
    struct Found {
        std::vector<int> candidates;
        int points = 0;
    };
    Found found(Pack hand) const;
    void extend(const std::vector<int>& held, std::size_t from, Pack taken, Found& now, Found& best) const;
    bool heard_from(Seat seat, const Found& found) const;
    bool settles(const std::vector<Found>& found) const;

    std::vector<Candidate> candidates_;
    std::vector<Heard> heard_;
    std::vector<int> sides_;
    int winner_;
    Pack voiding_;
};

}  // namespace rebelote

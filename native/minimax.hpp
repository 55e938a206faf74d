// Plain minimax: every legal card, nothing pruned, nothing remembered. Tests hold the search against it.
#pragma once

#include "marks.hpp"

namespace rebelote {

// What the seat's side still takes, a sweep's bonus included.
int minimax_points(const PlaySpec& spec, Position position, Seat side);
// What it marks in the end.
int minimax_marks(const PlaySpec& spec, Position position, Seat side, const Marks& marks, int before);

}  // namespace rebelote

// The solver: memory for searches, one set for each thread it may run.
#pragma once

#include <functional>
#include <memory>

#include "core.hpp"
#include "marks.hpp"
#include "worlds.hpp"

namespace rebelote {

struct Question {
    const PlaySpec* spec;
    const Position* position;
    Seat side;
};

class Solver {
   public:
    explicit Solver(std::size_t table_bytes);

    std::size_t bytes() const;
    std::uint64_t nodes() const;
    void forget();
    // For a caller that searches on its own, alone.
    Memory& memory() { return *memories_.front(); }

    // Throws SearchTooLong beyond so many positions for points, and as many for sweeps.
    Answer solve(const Question& question, bool line, std::uint64_t most_nodes);
    Answer marks(const Question& question, const Marks& marks, int before);
    std::vector<Answer> solve_many(std::span<const Question> questions, int threads);
    // Deals `number` worlds, puts each together with `make`, and solves it. World n depends on `seed` and n
    // alone.
    struct World {
        Worlds::World dealt;
        Answer answer;
    };
    using MakePosition = std::function<Position(const Worlds::World&)>;
    std::vector<World> solve_worlds(const PlaySpec& spec, const Worlds& worlds, const MakePosition& make,
                                    Seat side, int number, std::uint64_t seed, int threads);

   private:
    void spread(std::size_t number, int threads, const std::function<void(std::size_t, Memory&)>& work);

    std::size_t table_bytes_;
    std::vector<std::unique_ptr<Memory>> memories_;
};

// Random play shared out over threads; the sums depend on the seed and the number alone.
Playouts play_out(const PlaySpec& spec, const Position& position, std::uint64_t number, std::uint64_t seed,
                  int threads);

}  // namespace rebelote

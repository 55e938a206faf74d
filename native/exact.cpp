#include "exact.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace rebelote {

namespace {

// Runs `work(thread)` on that many threads and passes on the first exception.
void in_threads(int threads, const std::function<void(int)>& work) {
    if (threads < 1) throw std::invalid_argument("threads: expected 1 or more");
    if (threads == 1) return work(0);
    std::exception_ptr failure;
    std::mutex guard;
    {
        std::vector<std::jthread> crew;
        for (int n = 0; n < threads; ++n)
            crew.emplace_back([&, n] {
                try {
                    work(n);
                } catch (...) {
                    const std::scoped_lock lock(guard);
                    failure = std::current_exception();
                }
            });
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

Solver::Solver(std::size_t table_bytes) : table_bytes_(table_bytes) {
    memories_.push_back(std::make_unique<Memory>(table_bytes));
}

std::size_t Solver::bytes() const {
    std::size_t bytes = 0;
    for (const auto& memory : memories_) bytes += memory->bytes();
    return bytes;
}

std::uint64_t Solver::nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& memory : memories_) nodes += memory->nodes;
    return nodes;
}

void Solver::forget() {
    for (const auto& memory : memories_) memory->bounds.clear(), memory->sweeps.clear();
}

Answer Solver::solve(const Question& question, bool line, std::uint64_t most_nodes) {
    Memory& memory = *memories_.front();
    struct Limit {
        Memory& memory;
        ~Limit() { memory.most_nodes = kNoLimit; }
    } limit{memory};
    memory.most_nodes = most_nodes;
    return core().solve(*question.spec, *question.position, question.side, line, memory);
}

Answer Solver::marks(const Question& question, const Marks& marks, int before) {
    return MarkSearch(*question.spec, marks, question.side, before, *memories_.front())
        .answer(*question.position);
}

// Hands the numbers out one by one, so that a hard deal holds up one thread only.
void Solver::spread(std::size_t number, int threads, const std::function<void(std::size_t, Memory&)>& work) {
    while (static_cast<int>(memories_.size()) < threads)
        memories_.push_back(std::make_unique<Memory>(table_bytes_));
    std::atomic<std::size_t> next = 0;
    in_threads(threads, [&](int thread) {
        for (std::size_t n; (n = next++) < number;) work(n, *memories_[thread]);
    });
}

std::vector<Answer> Solver::solve_many(std::span<const Question> questions, int threads) {
    std::vector<Answer> answers(questions.size());
    spread(questions.size(), threads, [&](std::size_t n, Memory& memory) {
        const Question& question = questions[n];
        answers[n] = core().solve(*question.spec, *question.position, question.side, false, memory);
    });
    return answers;
}

std::vector<Solver::World> Solver::solve_worlds(const PlaySpec& spec, const Worlds& worlds,
                                                const MakePosition& make, Seat side, int number,
                                                std::uint64_t seed, int threads) {
    std::vector<World> solved(number);
    spread(solved.size(), threads, [&](std::size_t n, Memory& memory) {
        Random random(seed + n);
        solved[n].dealt = worlds.deal(random);
        solved[n].answer = core().solve(spec, make(solved[n].dealt), side, false, memory);
    });
    return solved;
}

Playouts play_out(const PlaySpec& spec, const Position& position, std::uint64_t number, std::uint64_t seed,
                  int threads) {
    constexpr std::uint64_t kBatch = 4096;  // batches have seeds of their own
    const std::uint64_t batches = (number + kBatch - 1) / kBatch;
    std::atomic<std::uint64_t> next = 0;
    std::mutex guard;
    Playouts sums;
    in_threads(threads, [&](int) {
        for (std::uint64_t batch; (batch = next++) < batches;) {
            Random random(seed + batch);
            const Playouts part =
                core().playouts(spec, position, std::min(kBatch, number - batch * kBatch), random);
            const std::scoped_lock lock(guard);
            sums.played += part.played;
            for (Seat seat = 0; seat < kMaxSeats; ++seat) {
                sums.points[seat] += part.points[seat];
                sums.sweeps[seat] += part.sweeps[seat];
                sums.squares[seat] += part.squares[seat];
            }
        }
    });
    return sums;
}

}  // namespace rebelote

// Writes to sockets in a thread of its own, which never needs Python's lock: a write is the dearest step of
// telling somebody something, and the caller has other things to do.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace rebelote {

// Appends a text as one frame of a WebSocket, as servers send it.
void append_frame(std::string& frames, std::string_view text);

// An open socket by a descriptor of our own: whatever becomes of the caller's, and whoever gets its number
// then, nothing is ever written to another socket. What one does not take at once is kept until it is given
// back.
class WrittenSocket {
   public:
    explicit WrittenSocket(int descriptor);  // throws std::system_error
    ~WrittenSocket();
    WrittenSocket(const WrittenSocket&) = delete;
    WrittenSocket& operator=(const WrittenSocket&) = delete;
    int descriptor() const { return descriptor_; }

   private:
    friend class SocketWriter;

    int descriptor_;
    std::atomic<std::uint64_t> handed_in_ = 0;  // how many pieces; raised by the caller
    std::atomic<std::uint64_t> tried_ = 0;      // raised by the thread
    std::string left_;                          // guarded by the writer's lock
    bool is_full_ = false;                      // the same: since then all is left
};

// The file is closed when nobody holds it any more.
using SocketPointer = std::shared_ptr<WrittenSocket>;

struct Piece {
    SocketPointer socket;
    std::string data;
};

class SocketWriter {
   public:
    SocketWriter();   // throws std::system_error
    ~SocketWriter();  // tries all that was handed in
    SocketWriter(const SocketWriter&) = delete;
    SocketWriter& operator=(const SocketWriter&) = delete;

    // Each socket gets its pieces in this order.
    void hand_in(std::vector<Piece> pieces);
    // Waits until all that was handed in for this socket has been tried, which never takes long, for no write
    // waits. Gives back what it did not take; from then on it is written to again.
    std::string take_back(WrittenSocket& socket);
    // Has everything for it been tried, and taken?
    bool is_idle(WrittenSocket& socket);
    // Can be read from when sockets have not taken all, until `full_sockets` is called: those sockets.
    int notice() const { return notice_[0]; }
    std::vector<SocketPointer> full_sockets();

   private:
    void write_loop();
    void write_all(std::vector<Piece>& pieces);
    void keep(const Piece& piece, std::string_view rest);

    std::mutex lock_;
    std::condition_variable to_do_, done_;
    std::vector<Piece> waiting_;  // guarded by lock_, as all that follows
    std::vector<SocketPointer> full_;
    bool sleeps_ = false;
    bool ends_ = false;
    int notice_[2] = {-1, -1};
    std::thread thread_;
};

}  // namespace rebelote

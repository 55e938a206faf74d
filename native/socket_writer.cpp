#include "socket_writer.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace rebelote {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int kFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int kFlags = MSG_DONTWAIT;
#endif

constexpr const char* kThreadName = "sockets";  // as bench/meters.py looks for it

constexpr char kWholeText = '\x81';
constexpr std::size_t kShort = 126, kMedium = 1 << 16;  // from these on a length takes two bytes, or eight
constexpr char kTwoBytes = 126, kEightBytes = 127;

std::system_error failed(const char* what) { return {errno, std::generic_category(), what}; }

void append_length(std::string& frames, std::size_t length, int bytes) {
    for (int byte = bytes - 1; byte >= 0; --byte) frames.push_back(static_cast<char>(length >> (8 * byte)));
}

}  // namespace

void append_frame(std::string& frames, std::string_view text) {
    frames.push_back(kWholeText);
    if (text.size() < kShort) {
        append_length(frames, text.size(), 1);
    } else if (text.size() < kMedium) {
        frames.push_back(kTwoBytes);
        append_length(frames, text.size(), 2);
    } else {
        frames.push_back(kEightBytes);
        append_length(frames, text.size(), 8);
    }
    frames.append(text);
}

WrittenSocket::WrittenSocket(int descriptor) : descriptor_(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {
    if (descriptor_ < 0) throw failed("dup");
}

WrittenSocket::~WrittenSocket() { close(descriptor_); }

SocketWriter::SocketWriter() {
    if (pipe(notice_) != 0) throw failed("pipe");
    for (const int end : notice_) {
        fcntl(end, F_SETFL, O_NONBLOCK);
        fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    thread_ = std::thread([this] { write_loop(); });
}

SocketWriter::~SocketWriter() {
    {
        const std::lock_guard guard(lock_);
        ends_ = true;
    }
    to_do_.notify_one();
    thread_.join();
    for (const int end : notice_) close(end);
}

void SocketWriter::hand_in(std::vector<Piece> pieces) {
    for (const Piece& piece : pieces) piece.socket->handed_in_.fetch_add(1, std::memory_order_relaxed);
    bool sleeps = false;
    {
        const std::lock_guard guard(lock_);
        if (waiting_.empty())
            waiting_ = std::move(pieces);
        else
            for (Piece& piece : pieces) waiting_.push_back(std::move(piece));
        sleeps = std::exchange(sleeps_, false);
    }
    if (sleeps) to_do_.notify_one();  // else it looks again before it sleeps
}

std::string SocketWriter::take_back(WrittenSocket& socket) {
    std::unique_lock guard(lock_);
    done_.wait(guard, [&] { return socket.tried_ == socket.handed_in_; });
    socket.is_full_ = false;
    return std::exchange(socket.left_, {});
}

bool SocketWriter::is_idle(WrittenSocket& socket) {
    if (socket.tried_ != socket.handed_in_) return false;
    const std::lock_guard guard(lock_);
    return !socket.is_full_;
}

std::vector<SocketPointer> SocketWriter::full_sockets() {
    const std::lock_guard guard(lock_);
    char seen[64];
    while (read(notice_[0], seen, sizeof seen) > 0) continue;
    return std::exchange(full_, {});
}

void SocketWriter::write_loop() {
#ifdef __linux__
    pthread_setname_np(pthread_self(), kThreadName);
#endif
    std::vector<Piece> pieces;
    std::unique_lock guard(lock_);
    while (true) {
        while (waiting_.empty() && !ends_) {
            sleeps_ = true;
            to_do_.wait(guard);
        }
        if (waiting_.empty()) return;
        pieces.swap(waiting_);
        guard.unlock();
        write_all(pieces);
        pieces.clear();
        guard.lock();
        done_.notify_all();
    }
}

void SocketWriter::write_all(std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
        WrittenSocket& socket = *piece.socket;
        std::string_view rest = piece.data;
        if (!socket.is_full_) {  // this thread alone sets it, and none clears it before all has been tried
            const ssize_t taken = send(socket.descriptor_, rest.data(), rest.size(), kFlags);
            if (taken >= 0)
                rest.remove_prefix(static_cast<std::size_t>(taken));
            else if (errno == EPIPE || errno == ECONNRESET)
                rest = {};  // the peer is gone, as whoever reads from it is told
        }
        if (!rest.empty()) keep(piece, rest);
        socket.tried_.fetch_add(1);
    }
}

void SocketWriter::keep(const Piece& piece, std::string_view rest) {
    const std::lock_guard guard(lock_);
    WrittenSocket& socket = *piece.socket;
    socket.left_.append(rest);
    if (std::exchange(socket.is_full_, true)) return;
    full_.push_back(piece.socket);
    const char seen = 0;
    [[maybe_unused]] const ssize_t told = write(notice_[1], &seen, 1);  // a full pipe says the same
}

}  // namespace rebelote

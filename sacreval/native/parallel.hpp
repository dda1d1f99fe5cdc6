// Threads over chunks of instances; the calling thread also works, and alone checks for signals.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sacreval {

// Thrown in every worker after a request to stop; the boundary converts it to a Python error.
struct Interrupted : std::exception {};

// Cancellation flag that long loops poll. `tick()` is cheap enough for every few thousand steps.
class Cancel {
  public:
    explicit Cancel(std::function<bool()> poll) : poll_(std::move(poll)) {}

    void tick() {
        if (stopped_.load(std::memory_order_relaxed)) throw Interrupted();
        if (std::this_thread::get_id() == owner_) ask();
    }
    void stop() { stopped_.store(true); }
    void ask() {  // owner only; at most ten times a second, since checking takes the GIL
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(100);
        if (!poll_()) return;
        stop();
        throw Interrupted();
    }

  private:
    std::function<bool()> poll_;
    std::atomic<bool> stopped_{false};
    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
};

// For loops with short steps: polls Cancel after every 16,384 units of work. One per thread.
class Pace {
  public:
    explicit Pace(Cancel& cancel) : cancel_(cancel) {}
    void operator()(std::size_t done) {
        if ((since_ += done) < 16384) return;
        since_ = 0;
        cancel_.tick();
    }

  private:
    Cancel& cancel_;
    std::size_t since_ = 0;
};

// Parameters of a kernel's run, from the boundary, which has released the GIL.
struct Run {
    Cancel& cancel;
    std::size_t workers = 1;
};

// Calls make() once per thread, then worker(chunk) for chunks 0 .. n-1 in any order.
template <class Make>
void for_chunks(Run run, std::size_t n, Make make) {
    std::atomic<std::size_t> next{0};
    std::mutex lock;
    std::condition_variable changed;
    std::exception_ptr error;
    std::size_t busy = 0;

    const auto work = [&] {
        try {
            auto worker = make();
            for (std::size_t c; (c = next.fetch_add(1)) < n;) {
                run.cancel.tick();
                worker(c);
            }
        } catch (...) {
            {
                const std::lock_guard<std::mutex> hold(lock);
                if (!error) error = std::current_exception();
            }
            run.cancel.stop();  // after storing the error: others then throw Interrupted
        }
    };

    std::vector<std::thread> threads;
    const std::size_t wanted = run.workers < n ? run.workers : n;
    threads.reserve(wanted);
    for (std::size_t k = 1; k < wanted; ++k) {
        {
            const std::lock_guard<std::mutex> hold(lock);
            ++busy;
        }
        try {
            threads.emplace_back([&] {
                work();
                const std::lock_guard<std::mutex> hold(lock);
                --busy;
                changed.notify_one();
            });
        } catch (const std::exception&) {  // no more threads or memory: continue with those started
            const std::lock_guard<std::mutex> hold(lock);
            --busy;
            break;
        }
    }
    work();
    {
        std::unique_lock<std::mutex> hold(lock);
        while (!changed.wait_for(hold, std::chrono::milliseconds(50), [&] { return busy == 0; })) {
            hold.unlock();
            try {
                run.cancel.ask();
            } catch (...) {
                const std::lock_guard<std::mutex> relock(lock);
                if (!error) error = std::current_exception();
            }
            hold.lock();
        }
    }
    for (std::thread& thread : threads) thread.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace sacreval

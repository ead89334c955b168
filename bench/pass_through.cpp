// pass_through.cpp - the least a proxy can do: bytes both ways, nothing looked at.
//
//   pass_through COMMAND [ARGUMENT...]
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace {

bool move_bytes(int from, int to) {
  char buffer[65536];
  const ssize_t got = read(from, buffer, sizeof buffer);
  if (got <= 0) return false;
  for (ssize_t done = 0; done < got;) {
    const ssize_t written = write(to, buffer + done, static_cast<std::size_t>(got - done));
    if (written <= 0) return false;
    done += written;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: pass_through COMMAND [ARGUMENT...]\n", stderr);
    return 2;
  }
  int down[2];
  int up[2];
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) return 1;
  const pid_t child = fork();
  if (child == 0) {
    dup2(down[0], STDIN_FILENO);
    dup2(up[1], STDOUT_FILENO);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  bool front = true;
  while (true) {
    pollfd polled[2] = {{up[0], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(polled, front ? 2 : 1, -1) < 0) break;
    if (polled[0].revents != 0 && !move_bytes(up[0], STDOUT_FILENO)) break;
    if (front && polled[1].revents != 0 && !move_bytes(STDIN_FILENO, down[1])) {
      front = false;
      close(down[1]);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return 0;
}

// close_range.hpp - all descriptors from a number on, in a process that has just been forked.
#pragma once

namespace laconic::os {

/// Both are safe between fork and exec.
void close_from(int first) noexcept;
void close_on_exec_from(int first) noexcept;

}  // namespace laconic::os

// proxy_doctor.hpp - laconic proxy doctor: what can be saved on a server, and who will see it.
#pragma once

#include "cli/command.hpp"
#include "cli/proxy_arguments.hpp"

namespace laconic::cli {

/// Starts the server, lists its tools, calls those that --call names, and prints a report.
[[nodiscard]] Exit run_doctor(Context& context, const ProxyArguments& args);

}  // namespace laconic::cli

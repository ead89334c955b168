// proxy_run.hpp - the proxy on real pipes.
#pragma once

#include "cli/command.hpp"
#include "cli/proxy_arguments.hpp"

namespace laconic::cli {

/// Runs until the client or the server ends; the Exit is the server's status.
[[nodiscard]] Exit run_proxy(Context& context, const ProxyArguments& args);

}  // namespace laconic::cli

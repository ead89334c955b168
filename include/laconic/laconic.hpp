// laconic.hpp - everything at once.
#pragma once

#include <laconic/auto.hpp>
#include <laconic/builder.hpp>
#include <laconic/codec.hpp>
#include <laconic/delta.hpp>
#include <laconic/error.hpp>
#include <laconic/gcb.hpp>
#include <laconic/gcf.hpp>
#include <laconic/gcf_graph.hpp>
#include <laconic/gcf_session.hpp>
#include <laconic/goon.hpp>
#include <laconic/graph.hpp>
#include <laconic/json.hpp>
#include <laconic/markup.hpp>
#include <laconic/stream.hpp>
#include <laconic/stream_io.hpp>
#include <laconic/tokens.hpp>
#include <laconic/toon.hpp>
#include <laconic/value.hpp>
#include <laconic/version.hpp>

// plain_gcf.hpp - a slow, obvious canonical GCF writer to check the real one.
#pragma once

#include <cstdint>
#include <string>

#include <laconic/value.hpp>

namespace laconic::support {

/// How often each construct of the format was written.
struct Features {
  std::uint64_t tables = 0;            ///< `## x [N]{..}`, `@i [N]{..}`, `.f [N]{..}`
  std::uint64_t path_columns = 0;      ///< `"a>b"`
  std::uint64_t deep_paths = 0;        ///< `"a>b>c"`
  std::uint64_t null_objects = 0;      ///< a flattened field that is null or absent in a row
  std::uint64_t union_columns = 0;     ///< a column that row 0 does not have
  std::uint64_t keyed_maps = 0;        ///< `[N:]`
  std::uint64_t label_clashes = 0;     ///< `_key`
  std::uint64_t constant_columns = 0;  ///< `{a=1,..}`
  std::uint64_t kept_constants = 0;    ///< a table of constants only, the last one kept
  std::uint64_t attachments = 0;       ///< `^` and `.f`
  std::uint64_t inline_schemas = 0;    ///< `^{..}`
  std::uint64_t shared_arrays = 0;     ///< `.f [N]` without a list, rows below
  std::uint64_t literal_fields = 0;    ///< `."a>b" ..`
  std::uint64_t expanded = 0;          ///< `[N]` with `@i` items
  std::uint64_t primitive_arrays = 0;  ///< `[N]: a,b`
  std::uint64_t absent_cells = 0;      ///< `~`
  std::uint64_t null_cells = 0;        ///< `-`
  std::uint64_t sections = 0;          ///< `## key`
  std::uint64_t empty_containers = 0;
  std::uint64_t quoted_strings = 0;
  std::uint64_t bare_strings = 0;
  std::uint64_t quoted_keys = 0;
};

struct PlainOptions {
  bool constants = true;  ///< spec 3.6
  bool flatten = true;
};

/// The canonical GCF text of a value without big numbers, straight from the rules of
/// the format, with no thought for speed. `features` is added to when given.
[[nodiscard]] std::string plain_gcf(Value value, PlainOptions options = {},
                                    Features* features = nullptr);

/// Whether canonical GCF puts `text` in quotes.
[[nodiscard]] bool plain_needs_quotes(std::string_view text);

}  // namespace laconic::support

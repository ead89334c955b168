// error.cpp - the permanent spelling of every error code.
#include <laconic/error.hpp>

namespace laconic {

std::string_view slug(Errc code) noexcept {
  switch (code) {
    case Errc::invalid_utf8: return "invalid_utf8";
    case Errc::invalid_escape: return "invalid_escape";
    case Errc::invalid_surrogate: return "invalid_surrogate";
    case Errc::unterminated_quote: return "unterminated_quote";
    case Errc::invalid_character: return "invalid_character";
    case Errc::unexpected_end: return "unexpected_end";
    case Errc::unexpected_character: return "unexpected_character";
    case Errc::trailing_characters: return "trailing_characters";
    case Errc::invalid_number: return "invalid_number";
    case Errc::duplicate_key: return "duplicate_key";
    case Errc::duplicate_field_name: return "duplicate_field_name";
    case Errc::duplicate_header_field: return "duplicate_header_field";
    case Errc::duplicate_attachment: return "duplicate_attachment";
    case Errc::duplicate_group: return "duplicate_group";
    case Errc::count_mismatch: return "count_mismatch";
    case Errc::invalid_count: return "invalid_count";
    case Errc::row_width_mismatch: return "row_width_mismatch";
    case Errc::inline_width_mismatch: return "inline_width_mismatch";
    case Errc::tab_indentation: return "tab_indentation";
    case Errc::invalid_indent: return "invalid_indent";
    case Errc::out_of_range: return "out_of_range";
    case Errc::not_representable: return "not_representable";
    case Errc::not_lossless: return "not_lossless";
    case Errc::depth_exceeded: return "depth_exceeded";
    case Errc::size_exceeded: return "size_exceeded";
    case Errc::limit_exceeded: return "limit_exceeded";
    case Errc::missing_header: return "missing_header";
    case Errc::missing_profile: return "missing_profile";
    case Errc::unknown_profile: return "unknown_profile";
    case Errc::malformed_header_field: return "malformed_header_field";
    case Errc::invalid_missing: return "invalid_missing";
    case Errc::invalid_attachment_marker: return "invalid_attachment_marker";
    case Errc::invalid_item_id: return "invalid_item_id";
    case Errc::orphan_attachment: return "orphan_attachment";
    case Errc::orphan_inline_attachment: return "orphan_inline_attachment";
    case Errc::missing_attachment: return "missing_attachment";
    case Errc::invalid_const_value: return "invalid_const_value";
    case Errc::no_bare_column: return "no_bare_column";
    case Errc::invalid_group_header: return "invalid_group_header";
    case Errc::invalid_line: return "invalid_line";
    case Errc::invalid_key: return "invalid_key";
    case Errc::invalid_node_line: return "invalid_node_line";
    case Errc::invalid_symbol_id: return "invalid_symbol_id";
    case Errc::invalid_score: return "invalid_score";
    case Errc::invalid_edge_syntax: return "invalid_edge_syntax";
    case Errc::unknown_edge_reference: return "unknown_edge_reference";
    case Errc::malformed_delta: return "malformed_delta";
    case Errc::base_mismatch: return "base_mismatch";
    case Errc::root_mismatch: return "root_mismatch";
    case Errc::delta_invalid: return "delta_invalid";
    case Errc::unresolved_reference: return "unresolved_reference";
    case Errc::not_a_full_payload: return "not_a_full_payload";
    case Errc::out_of_memory: return "out_of_memory";
    case Errc::io_failed: return "io_failed";
    case Errc::unsupported: return "unsupported";
    case Errc::bad_usage: return "bad_usage";
    case Errc::unknown_format: return "unknown_format";
  }
  return "unknown_error";
}

std::string Error::message() const {
  std::string text(slug(code));
  if (!detail.empty()) text.append(": ").append(detail);
  return text;
}

}  // namespace laconic

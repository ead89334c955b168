// timestamp.cpp - the calendar, counted in eras of 400 years that begin with March.
#include "interchange/msgpack/timestamp.hpp"

namespace laconic::interchange {
namespace {

void put_digits(std::string& out, std::uint64_t value, unsigned digits) {
  const std::string text = std::to_string(value);
  out.append(digits > text.size() ? digits - text.size() : 0, '0').append(text);
}

}  // namespace

std::string rfc3339(std::int64_t seconds, std::uint64_t nanoseconds) {
  constexpr std::int64_t year_zero = -62167219200;
  constexpr std::int64_t year_ten_thousand = 253402300800;
  if (seconds < year_zero || seconds >= year_ten_thousand || nanoseconds > 999999999) return {};
  constexpr std::uint64_t day = 86400;
  constexpr std::uint64_t era_days = 146097;
  // From 1 March of the year -400 on, so that nothing is negative and leap days come last.
  constexpr std::uint64_t days_before_1970 = 719468 + era_days;
  const std::uint64_t moment =
      static_cast<std::uint64_t>(seconds + static_cast<std::int64_t>(days_before_1970 * day));
  const std::uint64_t days = moment / day;
  const std::uint64_t in_era = days % era_days;
  const std::uint64_t year_of_era =
      (in_era - in_era / 1460 + in_era / 36524 - in_era / (era_days - 1)) / 365;
  const std::uint64_t day_of_year =
      in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::uint64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::uint64_t day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::uint64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::uint64_t year = days / era_days * 400 + year_of_era + (month <= 2 ? 1 : 0) - 400;
  const std::uint64_t of_day = moment % day;
  std::string out;
  put_digits(out, year, 4);
  out += '-';
  put_digits(out, month, 2);
  out += '-';
  put_digits(out, day_of_month, 2);
  out += 'T';
  put_digits(out, of_day / 3600, 2);
  out += ':';
  put_digits(out, of_day / 60 % 60, 2);
  out += ':';
  put_digits(out, of_day % 60, 2);
  if (nanoseconds != 0) {
    out += '.';
    put_digits(out, nanoseconds, 9);
    while (out.back() == '0')
      out.pop_back();
  }
  return out + "Z";
}

}  // namespace laconic::interchange

// datasets.cpp - generators of the measured documents.
#include "datasets.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace laconic::bench {
namespace {

/// splitmix64: no library's distribution may change the data.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) noexcept { return next() % n; }
  bool chance(unsigned percent) noexcept { return below(100) < percent; }
  template <std::size_t n>
  std::string_view pick(const std::array<std::string_view, n>& from) noexcept {
    return from[below(n)];
  }

 private:
  std::uint64_t state_;
};

constexpr std::array<std::string_view, 16> first_names = {
    "Amara",  "Lukas", "Mei",  "Jonas", "Sofia", "Noah",  "Priya", "Omar",
    "Ingrid", "Mateo", "Yuki", "Elena", "Tariq", "Chloe", "Bjorn", "Zanele"};
constexpr std::array<std::string_view, 16> last_names = {
    "Okafor", "Brandt", "Chou",   "Pereira", "Rossi", "Fields", "Nakamura", "Lindqvist",
    "Haddad", "Novak",  "Dubois", "Silva",   "Kaya",  "Murphy", "Jensen",   "Dlamini"};
constexpr std::array<std::string_view, 8> departments = {
    "Engineering", "Sales", "Marketing", "Finance", "Support", "Legal", "Operations", "People"};
constexpr std::array<std::string_view, 10> cities = {
    "Bristol", "Hamburg", "Portland",     "Porto", "Torino",
    "Madison", "Osaka",   "Malm\xc3\xb6", "Lyon",  "S\xc3\xa3o Paulo"};
constexpr std::array<std::string_view, 6> countries = {"GB", "DE", "US", "PT", "JP", "ZA"};
constexpr std::array<std::string_view, 12> goods = {
    "Mechanical keyboard", "Wireless mouse", "27 inch monitor",
    "USB-C cable, 2 m",    "Laptop stand",   "Headset",
    "Docking station",     "Desk lamp",      "Webcam",
    "Notebook, A5",        "Office chair",   "Whiteboard"};
constexpr std::array<std::string_view, 5> states = {"delivered", "shipped", "processing",
                                                    "cancelled", "returned"};
constexpr std::array<std::string_view, 8> endpoints = {
    "/api/users",    "/api/orders",  "/api/products",      "/api/search",
    "/api/checkout", "/api/session", "/api/orders/export", "/health"};
constexpr std::array<std::string_view, 6> failures = {"Connection reset by peer",
                                                      "Timeout after 30000 ms",
                                                      "Unexpected token < in JSON, line 1",
                                                      "Rate limit exceeded",
                                                      "Record not found",
                                                      "Deadlock detected; transaction rolled back"};
constexpr std::array<std::string_view, 4> tags = {"canary", "mobile", "partner", "retry"};

void add_padded(std::string& out, std::uint64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

/// 1234 -> 12.34, 1250 -> 12.5, 1200 -> 12: as a JSON writer would.
void add_cents(std::string& out, std::uint64_t cents) {
  out += std::to_string(cents / 100);
  const std::uint64_t rest = cents % 100;
  if (rest == 0) return;
  out += '.';
  out += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) out += static_cast<char>('0' + rest % 10);
}

void add_date(std::string& out, Random& random, unsigned first_year, unsigned years) {
  out += std::to_string(first_year + random.below(years));
  out += '-';
  add_padded(out, 1 + random.below(12), 2);
  out += '-';
  add_padded(out, 1 + random.below(28), 2);
}

void add_email(std::string& out, std::string_view first, std::string_view last,
               std::uint64_t number) {
  for (const std::string_view part : {first, last}) {
    for (const char c : part) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    out += part.data() == first.data() ? "." : "";
  }
  out += std::to_string(number);
  out += "@example.com";
}

}  // namespace

std::string employees(std::size_t rows) {
  Random random(0x1001);
  std::string out = "{\"employees\":[";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string_view first = random.pick(first_names);
    const std::string_view last = random.pick(last_names);
    out += i == 0 ? "{\"id\":" : ",{\"id\":";
    out += std::to_string(i + 1);
    out += ",\"name\":\"";
    out.append(first).append(" ").append(last);
    out += "\",\"email\":\"";
    add_email(out, first, last, i + 1);
    out += "\",\"department\":\"";
    out += random.pick(departments);
    out += "\",\"salary\":";
    out += std::to_string(38000 + 250 * random.below(480));
    out += ",\"rating\":";
    add_cents(out, 100 + 10 * random.below(41));
    out += ",\"hired\":\"";
    add_date(out, random, 2009, 16);
    out += random.chance(85) ? "\",\"active\":true}" : "\",\"active\":false}";
  }
  out += "]}";
  return out;
}

std::string orders(std::size_t rows) {
  Random random(0x2002);
  std::string out = "{\"orders\":[";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string_view first = random.pick(first_names);
    const std::string_view last = random.pick(last_names);
    const std::uint64_t customer = 1000 + random.below(5000);
    out += i == 0 ? "{\"id\":\"ORD-" : ",{\"id\":\"ORD-";
    add_padded(out, i + 1, 6);
    out += "\",\"placed\":\"";
    add_date(out, random, 2023, 2);
    out += "\",\"status\":\"";
    out += random.pick(states);
    out += "\",\"customer\":{\"id\":";
    out += std::to_string(customer);
    out += ",\"name\":\"";
    out.append(first).append(" ").append(last);
    out += "\",\"email\":\"";
    add_email(out, first, last, customer);
    out += "\",\"address\":{\"city\":\"";
    out += random.pick(cities);
    out += "\",\"country\":\"";
    out += random.pick(countries);
    out += "\"}},\"items\":[";
    const std::size_t items = 1 + random.below(4);
    std::uint64_t total = 0;
    for (std::size_t k = 0; k < items; ++k) {
      const std::uint64_t quantity = 1 + random.below(5);
      const std::uint64_t price = 495 + 5 * random.below(8000);
      total += quantity * price;
      out += k == 0 ? "{\"sku\":\"SKU-" : ",{\"sku\":\"SKU-";
      add_padded(out, random.below(10000), 4);
      out += "\",\"name\":\"";
      out += random.pick(goods);
      out += "\",\"quantity\":";
      out += std::to_string(quantity);
      out += ",\"price\":";
      add_cents(out, price);
      out += '}';
    }
    out += "],\"total\":";
    add_cents(out, total);
    out += random.chance(70) ? ",\"note\":null}" : ",\"note\":\"Leave at the door, please\"}";
  }
  out += "]}";
  return out;
}

std::string events(std::size_t rows) {
  Random random(0x3003);
  std::uint64_t seconds = 0;
  std::string out = "{\"events\":[";
  for (std::size_t i = 0; i < rows; ++i) {
    const bool failed = random.chance(50);
    seconds += random.below(20);
    out += i == 0 ? "{\"time\":\"2025-03-" : ",{\"time\":\"2025-03-";
    add_padded(out, 1 + seconds / 86400 % 28, 2);
    out += 'T';
    add_padded(out, seconds / 3600 % 24, 2);
    out += ':';
    add_padded(out, seconds / 60 % 60, 2);
    out += ':';
    add_padded(out, seconds % 60, 2);
    out += failed ? "Z\",\"level\":\"error\",\"endpoint\":\""
                  : "Z\",\"level\":\"info\",\"endpoint\":\"";
    out += random.pick(endpoints);
    out += "\",\"status\":";
    out += failed ? std::to_string(500 + random.below(5)) : std::to_string(200 + random.below(3));
    out += ",\"millis\":";
    add_cents(out, 100 + random.below(90000));
    out += ",\"user\":";
    out += random.chance(10) ? "null" : std::to_string(1000 + random.below(9000));
    if (failed) {
      out += ",\"error\":{\"message\":\"";
      out += random.pick(failures);
      out += random.chance(50) ? "\",\"retryable\":true,\"attempts\":"
                               : "\",\"retryable\":false,\"attempts\":";
      out += std::to_string(random.below(4));
      out += '}';
    }
    if (random.chance(20)) {
      out += ",\"tags\":[\"";
      out += random.pick(tags);
      out += "\",\"";
      out += random.pick(tags);
      out += "\"]";
    }
    if (random.chance(5)) {
      out += ",\"context\":{\"";
      out += random.chance(50) ? "trace\":\"" : "span\":\"";
      add_padded(out, random.below(100000000), 8);
      out += "\",\"region\":\"";
      out += random.pick(countries);
      out += "\"}";
    }
    out += '}';
  }
  out += "]}";
  return out;
}

std::string config(std::size_t /*rows*/) {
  Random random(0x4004);
  std::string out =
      "{\"service\":{\"name\":\"checkout\",\"version\":\"2.14.3\",\"debug\":false,"
      "\"owners\":[\"payments\",\"platform\"]},"
      "\"server\":{\"host\":\"0.0.0.0\",\"port\":8443,\"workers\":8,\"timeouts\":"
      "{\"read\":2.5,\"write\":5,\"idle\":75},\"tls\":{\"enabled\":true,\"minimum\":\"1.2\","
      "\"ciphers\":[\"TLS_AES_128_GCM_SHA256\",\"TLS_AES_256_GCM_SHA384\"],\"certificate\":null}},"
      "\"databases\":{";
  bool first = true;
  for (const std::string_view name : {"primary", "replica", "analytics", "archive"}) {
    out.append(first ? "\"" : ",\"").append(name);
    out += "\":{\"url\":\"postgres://db-";
    out.append(name).append(".internal:5432/shop?sslmode=require\",\"pool\":{\"min\":");
    out += std::to_string(1 + random.below(4));
    out += ",\"max\":" + std::to_string(10 + random.below(40));
    out += "},\"read_only\":";
    out += first ? "false}" : "true}";
    first = false;
  }
  out += "},\"features\":{";
  for (unsigned i = 0; i < 24; ++i) {
    out += i == 0 ? "\"feature_" : ",\"feature_";
    out += std::to_string(i);
    out += random.chance(60) ? "\":true" : "\":false";
  }
  out += "},\"routes\":[";
  for (unsigned i = 0; i < 30; ++i) {
    out += i == 0 ? "{\"path\":\"" : ",{\"path\":\"";
    out += endpoints[i % endpoints.size()];
    out += "/v" + std::to_string(i / 8 + 1);
    out += "\",\"methods\":[\"GET\"";
    out += random.chance(50) ? ",\"POST\"]" : "]";
    out += ",\"rate_limit\":" + std::to_string(100 * (1 + random.below(50)));
    out += random.chance(30) ? ",\"cache\":{\"seconds\":60,\"vary\":[\"Accept\"]}" : "";
    out += random.chance(50) ? ",\"auth\":\"jwt\"}" : ",\"auth\":null}";
  }
  out += "],\"regions\":[";
  for (unsigned i = 0; i < cities.size(); ++i) {
    out += i == 0 ? "{\"city\":\"" : ",{\"city\":\"";
    out += cities[i];
    out += "\",\"weight\":";
    add_cents(out, 25 + random.below(400));
    out += ",\"zones\":[\"a\",\"b\"";
    out += random.chance(50) ? ",\"c\"]" : "]";
    out += ",\"location\":{\"lat\":";
    add_cents(out, random.below(9000));
    out += ",\"lon\":";
    add_cents(out, random.below(18000));
    out += "}}";
  }
  out +=
      "],\"logging\":{\"level\":\"info\",\"format\":\"%t [%l] %m\",\"sinks\":[{\"type\":\"file\","
      "\"path\":\"/var/log/checkout.log\",\"rotate\":{\"size\":\"100MB\",\"keep\":7}},"
      "{\"type\":\"syslog\",\"facility\":\"local0\"}]}}";
  return out;
}

std::span<const Dataset> datasets() noexcept {
  static constexpr std::array<Dataset, 10> all = {{
      {"employees_2000", 2000, employees},
      {"employees_10000", 10000, employees},
      {"employees_100000", 100000, employees},
      {"orders_500", 500, orders},
      {"orders_2000", 2000, orders},
      {"orders_20000", 20000, orders},
      {"events_2000", 2000, events},
      {"events_5000", 5000, events},
      {"events_50000", 50000, events},
      {"config", 0, config},
  }};
  return all;
}

const std::string* dataset_text(std::string_view name) {
  static std::map<std::string_view, std::string> made;
  for (const Dataset& dataset : datasets()) {
    if (dataset.name != name) continue;
    auto place = made.find(dataset.name);
    if (place == made.end()) {
      place = made.emplace(dataset.name, dataset.make(dataset.rows)).first;
    }
    return &place->second;
  }
  return nullptr;
}

}  // namespace laconic::bench

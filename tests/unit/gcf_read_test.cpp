// gcf_read_test.cpp - reading GCF: every rule, every error with its place.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using namespace std::string_view_literals;
using support::caret_offset;
using support::exact;
using support::plain_json;

constexpr std::string_view header = "GCF profile=generic\n";

std::string with_header(std::string_view body) {
  return std::string(header) + std::string(body);
}

// What is read.

struct Good {
  const char* name;
  std::string_view body;
  std::string_view json;
};

void expect_good(const Good& good, std::string_view text) {
  auto doc = gcf::decode(exact(text));
  ASSERT_TRUE(doc.ok()) << good.name << ": " << doc.error().message() << '\n'
                        << describe("text", text, doc.error());
  EXPECT_EQ(plain_json(doc->root()), good.json) << good.name;
  EXPECT_EQ(support::check_to_json(text, {}, doc), "") << good.name;
}

void expect_all_good(std::span<const Good> table) {
  for (const Good& good : table) {
    const std::string text = with_header(good.body);
    expect_good(good, text);
    // The last line feed is optional, and every line may end in CRLF.
    if (text.ends_with('\n')) expect_good(good, text.substr(0, text.size() - 1));
    std::string crlf;
    for (const char c : text)
      crlf += c == '\n' ? "\r\n" : std::string(1, c);
    expect_good(good, crlf);
  }
}

TEST(GcfRead, RootForms) {
  constexpr Good table[] = {
      {"empty object", "", "{}"},
      {"object", "a=1\nb=x\n", R"({"a":1,"b":"x"})"},
      {"empty array", "## [0]\n", "[]"},
      {"primitive array", "## [3]: a,1,-\n", R"(["a",1,null])"},
      {"table", "## [2]{id,name}\n1|x\n2|y\n", R"([{"id":1,"name":"x"},{"id":2,"name":"y"}])"},
      {"mixed array", "## [2]\n@0 =1\n@1 {}\n", "[1,{}]"},
      {"keyed map", "## [2:]{key,a}\nx|1\ny|2\n", R"({"x":{"a":1},"y":{"a":2}})"},
      {"keyed map of one", "## [1:]{key,a}\nx|1\n", R"({"x":{"a":1}})"},
      {"number", "=42\n", "42"},
      {"quoted string", "=\"true\"\n", "\"true\""},
      {"bare string", "=hello world\n", "\"hello world\""},
      {"null", "=-\n", "null"},
      {"boolean", "=false\n", "false"},
      {"scalar and comments", "# a\n\n=1\n# b\n\n", "1"},
  };
  expect_all_good(table);
}

TEST(GcfRead, Scalars) {
  constexpr Good table[] = {
      {"literals", "a=true\nb=false\nc=-\nd=True\ne=null\n",
       R"({"a":true,"b":false,"c":null,"d":"True","e":"null"})"},
      {"integers", "a=0\nb=-1\nc=9223372036854775807\nd=-9223372036854775808\n",
       R"({"a":0,"b":-1,"c":9223372036854775807,"d":-9223372036854775808})"},
      {"minus zero", "a=-0\nb=-0.0\n", R"({"a":0,"b":-0.0})"},
      {"reals", "a=1.5\nb=1e5\nc=1E+5\nd=1e-7\n", R"({"a":1.5,"b":1e5,"c":1E+5,"d":1e-7})"},
      {"no numbers", "a=01\nb=+1\nc=.5\nd=1.\ne=NaN\nf=0x1\ng=1e\nh=--\ni=-a\n",
       R"({"a":"01","b":"+1","c":".5","d":"1.","e":"NaN","f":"0x1","g":"1e","h":"--","i":"-a"})"},
      {"other digits", "a=1.\xd9\xa1\nb=\xd9\xa1\n", "{\"a\":\"1.\xd9\xa1\",\"b\":\"\xd9\xa1\"}"},
      {"escapes",
       R"(a="\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00")"
       "\n",
       "{\"a\":\"\\\"\\\\/\\b\\f\\n\\r\\t\xc3\xa9\xf0\x9f\x98\x80\"}"},
      {"empty string", "a=\"\"\n", R"({"a":""})"},
      {"blanks around", "a = 1\nb =  x y  \nc= \"z\" \n", R"({"a":1,"b":"x y","c":"z"})"},
      {"tab around", "a=\t1\t\n", R"({"a":1})"},
      {"delimiters in a member", "a=x|y,z\nb=a=b\nc=[a=b\nd=x [1]: y\n",
       R"({"a":"x|y,z","b":"a=b","c":"[a=b","d":"x [1]: y"})"},
      {"unfinished marker", "a=^{abc\nb=^x\nc=^{\n", R"({"a":"^{abc","b":"^x","c":"^{"})"},
      {"signs first", "a=#x\nb=@x\nc=.x\n", R"({"a":"#x","b":"@x","c":".x"})"},
      {"non-ASCII", "a=\xc2\xa0\nb=\xef\xbb\xbf\nc=\x7f\n",
       "{\"a\":\"\xc2\xa0\",\"b\":\"\xef\xbb\xbf\",\"c\":\"\x7f\"}"},
  };
  expect_all_good(table);
}

TEST(GcfRead, KeysAndObjects) {
  constexpr Good table[] = {
      {"quoted keys", "\"a b\"=1\n\"\"=2\n\"a=b\"=3\n\"a[1]: x\"=4\n\"1\"=5\n",
       R"({"a b":1,"":2,"a=b":3,"a[1]: x":4,"1":5})"},
      {"a bare key may be quoted", "\"a\"=1\n", R"({"a":1})"},
      {"prototype names", "__proto__=1\nconstructor=2\n_root=3\n_summary=4\n",
       R"({"__proto__":1,"constructor":2,"_root":3,"_summary":4})"},
      {"sections", "n=1\n## a\n  b=1\n  ## c\n    d=2\n  e=3\n## f\ng=4\n",
       R"({"n":1,"a":{"b":1,"c":{"d":2},"e":3},"f":{},"g":4})"},
      {"empty section name", "## \"\"\n  a=1\n", R"({"":{"a":1}})"},
      {"section named like a bracket", "## \"[?]\"\n  a=1\n## \"x [2]\"\n",
       R"({"[?]":{"a":1},"x [2]":{}})"},
      {"dedent by two", "## a\n  ## b\n    ## c\n      d=1\ne=2\n",
       R"({"a":{"b":{"c":{"d":1}}},"e":2})"},
      {"arrays", "a[2]: x,y\n## b [0]\n\"c d\"[1]: 1\ne[0]:\n",
       R"({"a":["x","y"],"b":[],"c d":[1],"e":[]})"},
      {"array of everything", "v[9]: hello,42,true,false,-,\"\",\"true\",\"1,2\",x|y\n",
       R"({"v":["hello",42,true,false,null,"","true","1,2","x|y"]})"},
      {"blanks in an array", "v[3]:  a , b ,c \n", R"({"v":["a","b","c"]})"},
      {"equals sign in an array", "tags[2]: a=b,c\nx=[a=b\n", R"({"tags":["a=b","c"],"x":"[a=b"})"},
      {"key that looks like an array", "\"items[3]\"[2]: a,b\n", R"({"items[3]":["a","b"]})"},
      {"deferred array", "a[?]: 1,2\n", R"({"a":[1,2]})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, Tables) {
  constexpr Good table[] = {
      {"named", "## r [2]{id,\"a b\",\"c,d\"}\n1|x|y\n2|-|~\nz=1\n",
       R"({"r":[{"id":1,"a b":"x","c,d":"y"},{"id":2,"a b":null}],"z":1})"},
      {"null and absent", "## [3]{id,a,b}\n1|-|x\n2|y|~\n3|~|-\n",
       R"([{"id":1,"a":null,"b":"x"},{"id":2,"a":"y"},{"id":3,"b":null}])"},
      {"row of an empty object", "## [2]{a,b}\n~|~\n1|2\n", R"([{},{"a":1,"b":2}])"},
      {"prefixed rows", "## [2]{a}\n@0 1\n@1 2\n", R"([{"a":1},{"a":2}])"},
      {"blanks around cells", "## [1]{a,b}\n1 | x \n", R"([{"a":1,"b":"x"}])"},
      {"quoted pipes", "## [1]{a,b}\n\"x|y\"|\"|\"\n", R"([{"a":"x|y","b":"|"}])"},
      {"commas in cells", "## [1]{a,b}\nx,y|z\n", R"([{"a":"x,y","b":"z"}])"},
      {"a row that looks like a member", "## r [1]{a,b}\nx=y|1\nc=2\n",
       R"({"r":[{"a":"x=y","b":1}],"c":2})"},
      {"one column", "## r [2]{a}\nx=y\n1\nb=2\n", R"({"r":[{"a":"x=y"},{"a":1}],"b":2})"},
      {"two tables", "## r [1]{a}\n1\n## s [1]{a}\n2\n", R"({"r":[{"a":1}],"s":[{"a":2}]})"},
      {"in a section", "## o\n  ## r [2]{a}\n  1\n  2\n  b=3\nc=4\n",
       R"({"o":{"r":[{"a":1},{"a":2}],"b":3},"c":4})"},
      {"comments between rows", "## [2]{a}\n# one\n1\n\n  # two\n2\n# end\n",
       R"([{"a":1},{"a":2}])"},
      {"column order rules", "## [1]{b,a}\n1|2\n", R"([{"b":1,"a":2}])"},
  };
  expect_all_good(table);
}

TEST(GcfRead, Attachments) {
  constexpr Good table[] = {
      {"object and arrays",
       "## rows [3]{id,meta,tags}\n1|simple|~\n@1 2|^|^\n.meta {}\n    type=complex\n    v=2\n"
       ".tags [2]: a,b\n@2 3|-|^\n.tags [0]\n",
       R"({"rows":[{"id":1,"meta":"simple"},{"id":2,"meta":{"type":"complex","v":2},)"
       R"("tags":["a","b"]},{"id":3,"meta":null,"tags":[]}]})"},
      {"any order", "## [1]{a,b}\n@0 ^|^\n.b [1]: 2\n.a {}\n    x=1\n",
       R"([{"a":{"x":1},"b":[2]}])"},
      {"empty object", "## [1]{a}\n@0 ^\n.a {}\n", R"([{"a":{}}])"},
      {"table", "## [1]{a}\n@0 ^\n.a [2]{x,y}\n    1|2\n    3|~\n",
       R"([{"a":[{"x":1,"y":2},{"x":3}]}])"},
      {"keyed map", "## [1]{a}\n@0 ^\n.a [2:]{key,x}\n    p|1\n    q|2\n",
       R"([{"a":{"p":{"x":1},"q":{"x":2}}}])"},
      {"expanded", "## [1]{a}\n@0 ^\n.a [2]\n    @0 =1\n    @1 {}\n      b=2\n",
       R"([{"a":[1,{"b":2}]}])"},
      {"nested attachments", "## [1]{a}\n@0 ^\n.a [1]{b}\n    @0 ^\n    .b {}\n        c=1\n",
       R"([{"a":[{"b":{"c":1}}]}])"},
      {"header one level deeper", "## r [1]{a,b}\n@0 ^|^\n  .a {}\n    x=1\n  .b [1]: 2\n",
       R"({"r":[{"a":{"x":1},"b":[2]}]})"},
      {"quoted name", "## [1]{\"a b\"}\n@0 ^\n.\"a b\" {}\n", R"([{"a b":{}}])"},
      {"literal fields", "## [2]{id}\n@0 1\n.\"a>b\" =hello\n@1 2\n.\"a>b\" {}\n    x=1\n",
       R"([{"id":1,"a>b":"hello"},{"id":2,"a>b":{"x":1}}])"},
      {"literal null", "## [1]{id}\n@0 1\n.\"a>b\" =-\n", R"([{"id":1,"a>b":null}])"},
      {"literal array", "## [1]{id}\n@0 1\n.\">\" [2]: 1,2\n", R"([{"id":1,">":[1,2]}])"},
      {"section inside", "## [1]{a}\n@0 ^\n.a {}\n    ## b\n      c=1\n    d=2\n",
       R"([{"a":{"b":{"c":1},"d":2}}])"},
  };
  expect_all_good(table);
}

TEST(GcfRead, InlineSchemas) {
  constexpr Good table[] = {
      {"two rows",
       "## orders [2]{id,customer,total}\n@0 O1|^{id,name,email}|1.5\n1|Alice|a@t\n@1 O2|^|2\n"
       "2|Bob|b@t\n",
       R"({"orders":[{"id":"O1","customer":{"id":1,"name":"Alice","email":"a@t"},"total":1.5},)"
       R"({"id":"O2","customer":{"id":2,"name":"Bob","email":"b@t"},"total":2}]})"},
      {"body one level deeper", "## [1]{a}\n@0 ^{x,y}\n  1|2\n", R"([{"a":{"x":1,"y":2}}])"},
      {"one key", "## [1]{a}\n@0 ^{x}\n1\n", R"([{"a":{"x":1}}])"},
      {"quoted keys", "## [1]{a}\n@0 ^{\"x,y\",\"}\",\"p|q\"}\n1|2|3\n",
       R"([{"a":{"x,y":1,"}":2,"p|q":3}}])"},
      {"two schemas in one row", "## [1]{a,b}\n@0 ^{x,y}|^{z,w}\n1|2\n3|4\n",
       R"([{"a":{"x":1,"y":2},"b":{"z":3,"w":4}}])"},
      {"absent and null rows", "## [3]{a}\n@0 ^{x,y,z}\n1|2|3\n~\n-\n",
       R"([{"a":{"x":1,"y":2,"z":3}},{},{"a":null}])"},
      {"an odd row by attachment", "## [2]{a}\n@0 ^{x,y}\n1|2\n@1 ^\n.a {}\n    z=1\n",
       R"([{"a":{"x":1,"y":2}},{"a":{"z":1}}])"},
      {"schema set again", "## [3]{a}\n@0 ^{x}\n1\n@1 ^{y}\n2\n@2 ^\n3\n",
       R"([{"a":{"x":1}},{"a":{"y":2}},{"a":{"y":3}}])"},
      {"schema in a later row", "## [2]{a}\n-\n@1 ^{x}\n1\n", R"([{"a":null},{"a":{"x":1}}])"},
      {"mixed with attachments", "## [1]{a,b,c}\n@0 ^{x}|^|^{y}\n1\n.b [1]: 5\n2\n",
       R"([{"a":{"x":1},"b":[5],"c":{"y":2}}])"},
      {"null in a body", "## [1]{a}\n@0 ^{x,y}\n-|\"\"\n", R"([{"a":{"x":null,"y":""}}])"},
      {"in a keyed map", "## [2:]{key,a}\n@0 p|^{x,y}\n1|2\n@1 q|^\n3|4\n",
       R"({"p":{"a":{"x":1,"y":2}},"q":{"a":{"x":3,"y":4}}})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, SharedArrays) {
  constexpr Good table[] = {
      {"shared",
       "## orders [2]{id,items}\n@0 1|^\n.items [2]{sku,qty}\n    A1|2\n    B2|1\n@1 2|^\n"
       ".items [1]\n    C3|5\n",
       R"({"orders":[{"id":1,"items":[{"sku":"A1","qty":2},{"sku":"B2","qty":1}]},)"
       R"({"id":2,"items":[{"sku":"C3","qty":5}]}]})"},
      {"expanded although shared", "## [2]{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [1]\n    @0 =7\n",
       R"([{"a":[{"x":1}]},{"a":[7]}])"},
      {"empty although shared",
       "## [3]{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [0]\n@2 ^\n.a [1]\n    2\n",
       R"([{"a":[{"x":1}]},{"a":[]},{"a":[{"x":2}]}])"},
      {"a later list is used once",
       "## [3]{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [1]{y}\n    2\n@2 ^\n.a [1]\n    3\n",
       R"([{"a":[{"x":1}]},{"a":[{"y":2}]},{"a":[{"x":3}]}])"},
      {"path columns are shared",
       "## [2]{a}\n@0 ^\n.a [1]{\"p>q\",\"p>r\"}\n    1|2\n@1 ^\n.a [2]\n    3|4\n    ~|~\n",
       R"([{"a":[{"p":{"q":1,"r":2}}]},{"a":[{"p":{"q":3,"r":4}},{}]}])"},
      {"two fields",
       "## [2]{a,b}\n@0 ^|^\n.a [1]{x}\n    1\n.b [1]{y}\n    2\n@1 ^|^\n.b [1]\n    3\n.a [1]\n"
       "    4\n",
       R"([{"a":[{"x":1}],"b":[{"y":2}]},{"a":[{"x":4}],"b":[{"y":3}]}])"},
  };
  expect_all_good(table);
}

TEST(GcfRead, Flattening) {
  constexpr Good table[] = {
      {"basic", "## [3]{id,\"m>v\",\"m>t\"}\n1|1|a\n2|-|-\n3|~|~\n",
       R"([{"id":1,"m":{"v":1,"t":"a"}},{"id":2,"m":null},{"id":3}])"},
      {"deep", "## [1]{\"a>b>c\",\"a>b>d\",\"a>e\"}\n1|2|3\n",
       R"([{"a":{"b":{"c":1,"d":2},"e":3}}])"},
      {"inner null stays", "## [1]{id,\"a>b>c\",\"a>d\"}\n1|-|1\n",
       R"([{"id":1,"a":{"b":{"c":null},"d":1}}])"},
      {"absent leaf", "## [2]{\"a>x\",\"a>y\"}\n1|~\n~|-\n", R"([{"a":{"x":1}},{"a":{"y":null}}])"},
      {"inner object without leaves", "## [1]{\"a>b>c\",\"a>d\"}\n~|1\n", R"([{"a":{"d":1}}])"},
      {"literal names", "## [1]{\">\",\"a>\",\">b\",\"a>>b\"}\n1|2|3|4\n",
       R"([{">":1,"a>":2,">b":3,"a>>b":4}])"},
      {"interleaved", "## [1]{\"a>x\",id,\"a>y\"}\n1|2|3\n", R"([{"a":{"x":1,"y":3},"id":2}])"},
      {"keyed", "## [2:]{key,\"l>c\"}\np|X\nq|~\n", R"({"p":{"l":{"c":"X"}},"q":{}})"},
      {"one null leaf of one", "## [1]{\"a>x\"}\n-\n", R"([{"a":null}])"},
  };
  expect_all_good(table);
}

TEST(GcfRead, KeyedMaps) {
  constexpr Good table[] = {
      {"named",
       "## s [2:]{key,cpu,\"loc>city\",tags}\n@0 web-01|23|SEA|^\n.tags [2]: a,b\n"
       "db-01|41|NYC|~\nx=1\n",
       R"({"s":{"web-01":{"cpu":23,"loc":{"city":"SEA"},"tags":["a","b"]},)"
       R"("db-01":{"cpu":41,"loc":{"city":"NYC"}}},"x":1})"},
      {"quoted keys", "## [3:]{key,a}\n\"1\"|1\n\"\"|2\n\"-\"|3\n",
       R"({"1":{"a":1},"":{"a":2},"-":{"a":3}})"},
      {"label is dropped", "## [1:]{_key,key}\nx|1\n", R"({"x":{"key":1}})"},
      {"any label", "## [1:]{whatever,a}\nx|1\n", R"({"x":{"a":1}})"},
      {"empty member", "## [2:]{key,a}\nx|~\ny|-\n", R"({"x":{},"y":{"a":null}})"},
      {"item", "## [1]\n@0 [2:]{key,a}\n  x|1\n  y|2\n", R"([{"x":{"a":1},"y":{"a":2}}])"},
      {"empty name", "## \"\" [1:]{key,a}\nx|1\n", R"({"":{"x":{"a":1}}})"},
      {"literal field", "## [1:]{key,a}\n@0 x|1\n.\"b>c\" =2\n", R"({"x":{"a":1,"b>c":2}})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, ConstantColumns) {
  constexpr Good table[] = {
      {"basic", "## [2]{id,region=us-east,level}\nu1|3\nu2|1\n",
       R"([{"id":"u1","region":"us-east","level":3},{"id":"u2","region":"us-east","level":1}])"},
      {"null and quoted", "## [1]{a=-,b=\"x,}\",c}\n1\n", R"([{"a":null,"b":"x,}","c":1}])"},
      {"quoted names", "## [1]{\"a=b\",\"c=d\"=5}\n1\n", R"([{"a=b":1,"c=d":5}])"},
      {"literal path name", "## [1]{\"a>b\"=1,c}\n2\n", R"([{"a>b":1,"c":2}])"},
      {"unfinished marker", "## [1]{a=^{x,b}\n1\n", R"([{"a":"^{x","b":1}])"},
      {"equals sign in the value", "## [1]{a=x=y,b}\n1\n", R"([{"a":"x=y","b":1}])"},
      {"attachment table", "## [1]{t}\n@0 ^\n.t [2]{k=1,v}\n    2\n    3\n",
       R"([{"t":[{"k":1,"v":2},{"k":1,"v":3}]}])"},
      {"item table", "## [1]\n@0 [1]{k=1,v}\n  2\n", R"([[{"k":1,"v":2}]])"},
      {"no rows", "## [0]{a=1,b}\n", "[]"},
      {"nested", "## o\n  ## r [1]{a=1,b}\n  2\n", R"({"o":{"r":[{"a":1,"b":2}]}})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, ValueGrouping) {
  constexpr Good table[] = {
      {"basic",
       "## [3]{@id,name,dept,level} group=dept\ndept=Sales [2]\nu1|A|3\nu4|D|2\ndept=Eng [1]\n"
       "u2|B|~\n",
       R"([{"id":"u1","name":"A","dept":"Sales","level":3},)"
       R"({"id":"u4","name":"D","dept":"Sales","level":2},{"id":"u2","name":"B","dept":"Eng"}])"},
      {"null group", "## [1]{@id,g} group=g\ng=- [1]\n1\n", R"([{"id":1,"g":null}])"},
      {"quoted", "## [1]{@\"i d\",\"g h\"} group=\"g h\"\n\"g h\"=\"a [2]\" [1]\n1\n",
       R"([{"i d":1,"g h":"a [2]"}])"},
      {"bracket in a bare value", "## [1]{@id,g} group=g\ng=a [2] b [1]\n1\n",
       R"([{"id":1,"g":"a [2] b"}])"},
      {"with a constant", "## [2]{@id,c=x,g} group=g\ng=1 [1]\n1\ng=2 [1]\n2\n",
       R"([{"id":1,"c":"x","g":1},{"id":2,"c":"x","g":2}])"},
      {"a row that mimics a sub-header", "## [2]{@id,g} group=g\ng=a [2]\ng=b [1]\n1\n",
       R"([{"id":"g=b [1]","g":"a"},{"id":1,"g":"a"}])"},
      {"named", "## r [1]{@id,g} group=g\ng=a [1]\n1\nx=2\n", R"({"r":[{"id":1,"g":"a"}],"x":2})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, ExpandedArrays) {
  constexpr Good table[] = {
      {"every form",
       "## items [7]\n@0 =alpha\n@1 {}\n  name=Alice\n@2 [2]: one,two\n@3 [2]{id,x}\n  1|a\n"
       "  2|b\n@4 [1]\n  @0 [0]\n@5 [2:]{key,v}\n  p|1\n  q|2\n@6 {}\nz=1\n",
       R"({"items":["alpha",{"name":"Alice"},["one","two"],[{"id":1,"x":"a"},{"id":2,"x":"b"}],)"
       R"([[]],{"p":{"v":1},"q":{"v":2}},{}],"z":1})"},
      {"nested", "## [1]\n@0 [2]\n  @0 [1]\n    @0 {}\n      a=1\n  @1 =2\n", R"([[[{"a":1}],2]])"},
      {"null", "## [2]\n@0 =-\n@1 {}\n", "[null,{}]"},
      {"named in a section", "## o\n  ## a [1]\n  @0 {}\n    b=1\n  c=2\n",
       R"({"o":{"a":[{"b":1}],"c":2}})"},
  };
  expect_all_good(table);
}

TEST(GcfRead, Streams) {
  constexpr Good table[] = {
      {"table", "source=db\n## e [?]{id,name}\n1|A\n2|B\n##! summary counts=2\n",
       R"({"source":"db","e":[{"id":1,"name":"A"},{"id":2,"name":"B"}]})"},
      {"two sections", "## e [?]{id}\n1\n2\n## s [?:]{key,cpu}\nw|23\n##! summary counts=2,1\n",
       R"({"e":[{"id":1},{"id":2}],"s":{"w":{"cpu":23}}})"},
      {"no trailer", "## e [?]{id}\n1\n", R"({"e":[{"id":1}]})"},
      {"no rows", "## e [?]{id}\n##! summary counts=0\n", R"({"e":[]})"},
      {"root", "## [?]{id}\n1\n2\n##! summary counts=2\n", R"([{"id":1},{"id":2}])"},
      {"root map", "## [?:]{key,a}\nx|1\n##! summary counts=1\n", R"({"x":{"a":1}})"},
      {"rows like members", "## e [?]{id}\nx=y\n1\n##! summary counts=2\n",
       R"({"e":[{"id":"x=y"},{"id":1}]})"},
      {"expanded", "## r [?]\n@0 {}\n  a=1\n@1 =2\n##! summary counts=2\n", R"({"r":[{"a":1},2]})"},
      {"attachments", "## r [?]{a,b}\n@0 1|^\n.b {}\n    x=1\n##! summary counts=1\n",
       R"({"r":[{"a":1,"b":{"x":1}}]})"},
      {"name like a deferred count", "## \"[?]\"\n  a=1\n## r [?]{a}\n1\n##! summary counts=1\n",
       R"({"[?]":{"a":1},"r":[{"a":1}]})"},
      {"fixed counts, trailer", "## r [1]{a}\n1\n##! summary\n", R"({"r":[{"a":1}]})"},
      {"fixed counts, counts are only information", "## r [1]{a}\n1\n##! summary counts=9\n",
       R"({"r":[{"a":1}]})"},
      {"inline arrays have no entry", "a[?]: 1,2\n## r [?]{a}\n1\n##! summary counts=1\n",
       R"({"a":[1,2],"r":[{"a":1}]})"},
      {"nested", "## o\n  ## r [?]{a}\n  1\n  2\n## p [?]{a}\n3\n##! summary counts=2,1\n",
       R"({"o":{"r":[{"a":1},{"a":2}]},"p":[{"a":3}]})"},
      {"empty deferred expanded", "## r [?]\n##! summary counts=0\n", R"({"r":[]})"},
      {"a comment behind the trailer", "## r [?]{a}\n1\n##! summary counts=1\n# x\n\n",
       R"({"r":[{"a":1}]})"},
  };
  for (const Good& good : table)
    expect_good(good, with_header(good.body));
}

TEST(GcfRead, AStreamWithoutATrailerIsWarnedAbout) {
  auto doc = gcf::decode(exact(with_header("## e [?]{id}\n1\n")));
  ASSERT_TRUE(doc.ok());
  ASSERT_EQ(doc->notes().size(), 1U);
  EXPECT_EQ(doc->notes()[0].type, Note::Type::warning);
  EXPECT_FALSE(doc->notes()[0].text.empty());
  doc = gcf::decode(exact(with_header("## e [?]{id}\n1\n##! summary counts=1\n")));
  ASSERT_TRUE(doc.ok());
  EXPECT_TRUE(doc->notes().empty());
}

TEST(GcfRead, HeaderLine) {
  for (const std::string_view text : {
           "GCF profile=generic",
           "GCF profile=generic\r\n",
           "GCF  profile=generic\n",
           "GCF profile=generic \n",
           "GCF profile=generic tool=x tokens=5\n",
           "GCF profile=generic future=a=b;c\n",
           "GCF profile=generic tool=\n",
       }) {
    auto doc = gcf::decode(exact(text));
    ASSERT_TRUE(doc.ok()) << text << ": " << doc.error().message();
    EXPECT_TRUE(doc->root().is_object() && doc->root().size() == 0) << text;
  }
}

TEST(GcfRead, AKeyedSetIsReadAsData) {
  auto doc =
      gcf::decode(exact("GCF profile=generic pack_root=sha256:00 key=id\n## o [1]{@id,t}\n1|2\n"));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(plain_json(doc->root()), R"({"o":[{"id":1,"t":2}]})");
  doc = gcf::decode(exact("GCF profile=generic key=key\n## [1:]{@key,t}\nx|2\n"));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(plain_json(doc->root()), R"({"x":{"t":2}})");
}

TEST(GcfRead, LineEndsAndBlankLines) {
  constexpr Good table[] = {
      {"blank lines", "\n\na=1\n\n   \nb=2\n\n", R"({"a":1,"b":2})"},
      {"comments", "# one\na=1\n  # deep\n## o\n# between\n  b=2\n      # deeper\n  c=3\n# end\n",
       R"({"a":1,"o":{"b":2,"c":3}})"},
      {"comment inside an attachment", "## [1]{a}\n@0 ^\n# x\n.a {}\n# y\n    b=1\n",
       R"([{"a":{"b":1}}])"},
      {"comment behind an inline marker", "## [1]{a}\n@0 ^{x,y}\n# c\n1|2\n",
       R"([{"a":{"x":1,"y":2}}])"},
  };
  expect_all_good(table);
  // One CR belongs to the line end, a second one is a control character of the value.
  EXPECT_FALSE(gcf::decode(exact("GCF profile=generic\na=x\r\r\n")).ok());
}

// What is refused.

struct Bad {
  const char* name;
  std::string_view text;
  std::string_view caret;
  Errc code;
  DecodeOptions options = {};
};

void expect_bad(const Bad& bad, std::string_view text, std::size_t offset) {
  auto doc = gcf::decode(exact(text), bad.options);
  ASSERT_FALSE(doc.ok()) << bad.name << ": accepted as " << plain_json(doc->root());
  EXPECT_EQ(slug(doc.error().code), slug(bad.code)) << bad.name << '\n'
                                                    << describe("text", text, doc.error());
  EXPECT_EQ(doc.error().offset, offset) << bad.name << '\n' << describe("text", text, doc.error());
  EXPECT_EQ(support::check_to_json(text, bad.options, doc), "") << bad.name;
  EXPECT_FALSE(doc.error().detail.empty()) << bad.name;
  EXPECT_TRUE(doc.error().message().starts_with(slug(doc.error().code))) << bad.name;
}

void expect_bad_texts(std::span<const Bad> table) {
  for (const Bad& bad : table)
    expect_bad(bad, bad.text, caret_offset(bad.text, bad.caret));
}

/// The texts of the table are bodies: the header line is put before them.
void expect_bad_bodies(std::span<const Bad> table) {
  for (const Bad& bad : table) {
    expect_bad(bad, with_header(bad.text), header.size() + caret_offset(bad.text, bad.caret));
  }
}

// clang-format off
TEST(GcfRead, HeaderErrors) {
  const Bad table[] = {
      {"empty text",           "",
                               "^", Errc::missing_header},
      {"blank text",           "\n\n",
                               "^", Errc::missing_header},
      {"no header",            "a=1\n",
                               "^", Errc::missing_header},
      {"other version",        "GCF2 profile=generic\n",
                               "^", Errc::missing_header},
      {"lower case",           "gcf profile=generic\n",
                               "^", Errc::missing_header},
      {"word alone",           "GCF\n",
                               "^", Errc::missing_header},
      {"blank before the header", " GCF profile=generic\n",
                                  "^", Errc::missing_header},
      {"byte order mark",      "\xef\xbb\xbfGCF profile=generic\n",
                               "^", Errc::missing_header},
      {"no pairs",             "GCF \n",
                               "    ^", Errc::missing_profile},
      {"no profile",           "GCF tool=x\n",
                               "    ^", Errc::missing_profile},
      {"profile second",       "GCF tool=x profile=generic\n",
                               "    ^", Errc::missing_profile},
      {"unknown profile",      "GCF profile=table\n",
                               "    ^", Errc::unknown_profile},
      {"capital profile",      "GCF profile=Generic\n",
                               "    ^", Errc::unknown_profile},
      {"no equals sign",       "GCF profile\n",
                               "    ^", Errc::malformed_header_field},
      {"no value",             "GCF profile=\n",
                               "    ^", Errc::malformed_header_field},
      {"second without value", "GCF profile=generic keys=\n",
                               "                    ^", Errc::malformed_header_field},
      {"second without sign",  "GCF profile=generic tool\n",
                               "                    ^", Errc::malformed_header_field},
      {"no name",              "GCF profile=generic =x\n",
                               "                    ^", Errc::malformed_header_field},
      {"non-ASCII value",      "GCF profile=generic tool=\xc3\xa9\n",
                               "                    ^", Errc::malformed_header_field},
      {"control in a value",   "GCF profile=generic tool=\x01\n",
                               "                    ^", Errc::malformed_header_field},
      {"name twice",           "GCF profile=generic tool=a tool=b\n",
                               "                           ^", Errc::duplicate_header_field},
      {"profile twice",        "GCF profile=generic profile=generic\n",
                               "                    ^", Errc::duplicate_header_field},
      {"malformed before unknown", "GCF profile=table tool\n",
                                   "                  ^", Errc::malformed_header_field},
      {"unchanged answer",     "GCF profile=generic unchanged=true pack_root=sha256:00 count=3\n",
                               "                    ^", Errc::not_a_full_payload},
      {"delta",                "GCF profile=generic delta=true base_root=a new_root=b key=id\n",
                               "                    ^", Errc::not_a_full_payload},
      {"graph delta",          "GCF profile=graph delta=true base_root=a new_root=b\n",
                               "                  ^", Errc::not_a_full_payload},
      {"bad UTF-8 comes first", "hello \xff\n",
                                "      ^", Errc::invalid_utf8},
      {"bad UTF-8 in a value", "GCF profile=generic\nvalue=\xff\n",
                               "                           ^", Errc::invalid_utf8},
      {"bad UTF-8 before a bad line", "GCF profile=generic\n?\n\x80",
                                      "                        ^", Errc::invalid_utf8},
      {"cut character at the end", "GCF profile=generic\na=\xe6\x97",
                                   "                       ^", Errc::invalid_utf8},
  };
  expect_bad_texts(table);
}

TEST(GcfRead, ScalarErrors) {
  const Bad table[] = {
      {"unclosed quote",       "a=\"x\n",
                               "  ^", Errc::unterminated_quote},
      {"unclosed at the end",  "a=\"x\\\"",
                               "  ^", Errc::unterminated_quote},
      {"unclosed key",         "\"a=1\n",
                               "^", Errc::unterminated_quote},
      {"unclosed in a list",   "a[2]: 1,\"x\n",
                               "        ^", Errc::unterminated_quote},
      {"unclosed in a cell",   "## [1]{a,b}\n1|\"x\n",
                               "               ^", Errc::unterminated_quote},
      {"unclosed column",      "## [1]{\"a}\n1\n",
                               "       ^", Errc::unterminated_quote},
      {"unknown escape",       "a=\"x\\q\"\n",
                               "     ^", Errc::invalid_escape},
      {"escaped pipe",         "a=\"\\|\"\n",
                               "    ^", Errc::invalid_escape},
      {"escaped comma",        "a=\"\\,\"\n",
                               "    ^", Errc::invalid_escape},
      {"bad hex",              "a=\"\\u12G4\"\n",
                               "    ^", Errc::invalid_escape},
      {"raw tab in quotes",    "a=\"x\ty\"\n",
                               "     ^", Errc::invalid_escape},
      {"raw control in quotes", "a=\"x\x01\"\n",
                                "     ^", Errc::invalid_escape},
      {"raw control, bare",    "a=x\x01y\n",
                               "   ^", Errc::invalid_escape},
      {"raw tab, bare",        "a=x\ty\n",
                               "   ^", Errc::invalid_escape},
      {"NUL, bare",            "a=x\0\n"sv,
                               "   ^", Errc::invalid_escape},
      {"control in a cell",    "## [1]{a}\nx\x02\n",
                               "            ^", Errc::invalid_escape},
      {"control in a list",    "a[1]: x\x02\n",
                               "       ^", Errc::invalid_escape},
      {"carriage return, bare", "a=x\ry\n",
                                "   ^", Errc::invalid_escape},
      {"text behind a quote",  "a=\"x\"y\n",
                               "       ^", Errc::trailing_characters},
      {"behind a quote in a list", "a[1]: \"x\"y\n",
                                   "           ^", Errc::trailing_characters},
      {"behind a quote in a cell", "## [1]{a}\n\"x\"y\n",
                                   "                ^", Errc::trailing_characters},
      {"behind a root string", "=\"x\"y\n",
                               "      ^", Errc::trailing_characters},
      {"high surrogate",       "a=\"x\\ud800\"\n",
                               "     ^", Errc::invalid_surrogate},
      {"low surrogate",        "a=\"\\udc00\"\n",
                               "    ^", Errc::invalid_surrogate},
      {"broken pair",          "a=\"\\ud800\\u0041\"\n",
                               "    ^", Errc::invalid_surrogate},
      {"absent in a member",   "a=~\n",
                               "  ^", Errc::invalid_missing},
      {"absent in a list",     "a[2]: 1,~\n",
                               "        ^", Errc::invalid_missing},
      {"absent at the root",   "=~\n",
                               " ^", Errc::invalid_missing},
      {"absent item",          "## [1]\n@0 =~\n",
                               "            ^", Errc::invalid_missing},
      {"marker in a member",   "a=^\n",
                               "  ^", Errc::invalid_attachment_marker},
      {"schema in a member",   "a=^{x,y}\n",
                               "  ^", Errc::invalid_attachment_marker},
      {"marker in a list",     "a[2]: 1,^\n",
                               "        ^", Errc::invalid_attachment_marker},
      {"marker at the root",   "=^\n",
                               " ^", Errc::invalid_attachment_marker},
      {"int64 overflow",       "a=9223372036854775808\n",
                               "  ^", Errc::out_of_range},
      {"int64 underflow",      "a=-9223372036854775809\n",
                               "  ^", Errc::out_of_range},
      {"10^20",                "a=100000000000000000000\n",
                               "  ^", Errc::out_of_range},
      {"double overflow",      "v=1e400\n",
                               "  ^", Errc::out_of_range},
      {"overflow in a cell",   "## [1]{a,b}\n1|-1e400\n",
                               "               ^", Errc::out_of_range},
      {"overflow in a list",   "a[2]: 1,1e999\n",
                               "        ^", Errc::out_of_range},
      {"empty value",          "a=\n",
                               "  ^", Errc::invalid_line},
      {"blank value",          "a=  \n",
                               "    ^", Errc::invalid_line},
      {"empty root",           "=\n",
                               " ^", Errc::invalid_line},
      {"empty cell",           "## [1]{a,b}\n1|\n",
                               "               ^", Errc::invalid_line},
      {"empty first cell",     "## [1]{a,b}\n|1\n",
                               "             ^", Errc::invalid_line},
      {"empty list value",     "a[2]: 1,\n",
                               "        ^", Errc::invalid_line},
      {"empty value in a list", "a[3]: 1,,2\n",
                                "        ^", Errc::invalid_line},
  };
  expect_bad_bodies(table);
}

TEST(GcfRead, LineErrors) {
  const Bad table[] = {
      {"no form at all",       "garbage\n",
                               "^", Errc::invalid_line},
      {"no comment",           "#x\n",
                               "^", Errc::invalid_line},
      {"attachment in an object", ".a {}\n",
                                  "^", Errc::orphan_attachment},
      {"item in an object",    "@0 =1\n",
                               "^", Errc::invalid_line},
      {"key with a blank",     "foo bar=1\n",
                               "^", Errc::invalid_key},
      {"key with a digit first", "1a=1\n",
                                 "^", Errc::invalid_key},
      {"key with a hyphen",    "content-type=x\n",
                               "^", Errc::invalid_key},
      {"section with a blank", "## a b\n",
                               "   ^", Errc::invalid_key},
      {"non-ASCII key",        "\xc3\xa9=1\n",
                               "^", Errc::invalid_key},
      {"member twice",         "a=1\na=2\n",
                               "     ^", Errc::duplicate_key},
      {"member twice, quoted", "a=1\n\"a\"=2\n",
                               "     ^", Errc::duplicate_key},
      {"section twice",        "## a\n## b\n## a\n",
                               "               ^", Errc::duplicate_key},
      {"member and section",   "a=1\n## a\n",
                               "        ^", Errc::duplicate_key},
      {"member and list",      "a=1\na[1]: 2\n",
                               "     ^", Errc::duplicate_key},
      {"member and table",     "a=1\n## a [1]{x}\n1\n",
                               "        ^", Errc::duplicate_key},
      {"nested twice",         "## o\n  a=1\n  a=2\n",
                               "               ^", Errc::duplicate_key},
      {"after a root scalar",  "=1\n=2\n",
                               "    ^", Errc::trailing_characters},
      {"member after a root scalar", "=1\na=2\n",
                                     "    ^", Errc::trailing_characters},
      {"tab",                  "\ta=1\n",
                               "^", Errc::tab_indentation},
      {"tab behind blanks",    "## o\n  \ta=1\n",
                               "        ^", Errc::tab_indentation},
      {"jump",                 "## outer\n      a=1\n",
                               "                ^", Errc::invalid_indent},
      {"odd",                  "## o\n   a=1\n",
                               "         ^", Errc::invalid_indent},
      {"one blank",            " a=1\n",
                               " ^", Errc::invalid_indent},
      {"nothing opened",       "a=1\n  b=2\n",
                               "       ^", Errc::invalid_indent},
      {"deep row",             "## [1]{a}\n  1\n",
                               "             ^", Errc::invalid_indent},
      {"shallow attachment body", "## [1]{a}\n@0 ^\n.a {}\n  b=1\n",
                                  "                          ^", Errc::orphan_inline_attachment},
      {"trailer in the middle", "##! summary\na=1\n",
                                "             ^", Errc::invalid_line},
      {"second trailer",       "## r [?]{a}\n1\n##! summary counts=1\n##! summary counts=1\n",
                               "                                      ^", Errc::invalid_line},
      {"unknown trailer",      "## r [?]{a}\n1\n##! end\n",
                               "                ^", Errc::invalid_line},
  };
  expect_bad_bodies(table);
}

TEST(GcfRead, CountErrors) {
  const Bad table[] = {
      {"leading zero",         "## [03]{a}\n1\n2\n3\n",
                               "   ^", Errc::invalid_count},
      {"negative",             "## [-1]{a}\n",
                               "   ^", Errc::invalid_count},
      {"plus",                 "## [+1]{a}\n1\n",
                               "   ^", Errc::invalid_count},
      {"blank before",         "## [ 1]{a}\n1\n",
                               "   ^", Errc::invalid_count},
      {"blank behind",         "## [1 ]{a}\n1\n",
                               "   ^", Errc::invalid_count},
      {"nothing",              "## []{a}\n1\n",
                               "   ^", Errc::invalid_count},
      {"word",                 "## r [x]{a}\n1\n",
                               "     ^", Errc::invalid_count},
      {"fraction",             "## r [1.0]{a}\n1\n",
                               "     ^", Errc::invalid_count},
      {"leading zero, list",   "a[03]: 1,2,3\n",
                               " ^", Errc::invalid_count},
      {"keyed zero",           "## [0:]{key,a}\n",
                               "   ^", Errc::invalid_count},
      {"leading zero, attachment", "## [1]{a}\n@0 ^\n.a [01]: 1\n",
                                   "                    ^", Errc::invalid_count},
      {"group of none",        "## [1]{@id,g} group=g\ng=a [0]\n",
                               "                           ^", Errc::invalid_count},
      {"list too short",       "a[3]: 1,2\n",
                               " ^", Errc::count_mismatch},
      {"list too long",        "a[1]: 1,2\n",
                               " ^", Errc::count_mismatch},
      {"empty list",           "a[1]:\n",
                               " ^", Errc::count_mismatch},
      {"rows missing, root",   "## [2]{a}\n1\n",
                               "   ^", Errc::count_mismatch},
      {"rows missing, named",  "## r [2]{a,b}\n1|2\nb=1\n",
                               "                    ^", Errc::row_width_mismatch},
      {"rows missing before a section", "## r [2]{a}\n1\n## s\n",
                                        "     ^", Errc::count_mismatch},
      {"surplus row, root",    "## [1]{a}\n1\n2\n",
                               "              ^", Errc::count_mismatch},
      {"surplus row, named",   "## r [1]{a,b}\n1|2\n3|4\n",
                               "                    ^", Errc::count_mismatch},
      {"surplus row, item",    "## [1]\n@0 [1]{a,b}\n  1|2\n  3|4\n",
                               "                              ^", Errc::count_mismatch},
      {"surplus row, attachment", "## [1]{a}\n@0 ^\n.a [1]{b,c}\n    1|2\n    3|4\n",
                                  "                                           ^", Errc::count_mismatch},
      {"surplus member, root keyed", "## [1:]{key,a}\nx|1\ny|2\n",
                                     "                     ^", Errc::count_mismatch},
      {"member missing, root keyed", "## [2:]{key,a}\nx|1\n",
                                     "   ^", Errc::count_mismatch},
      {"member after a root array", "## [1]{a}\n1\nb=1\n",
                                    "              ^", Errc::count_mismatch},
      {"section after a root array", "## [0]\n## a\n",
                                     "        ^", Errc::count_mismatch},
      {"items missing",        "## r [2]\n@0 =1\n",
                               "     ^", Errc::count_mismatch},
      {"surplus item",         "## r [1]\n@0 =1\n@1 =2\n",
                               "                 ^", Errc::count_mismatch},
      {"surplus item, root",   "## [1]\n@0 =1\n@1 =2\n",
                               "               ^", Errc::count_mismatch},
      {"nested items missing", "## [1]\n@0 [2]\n  @0 =1\n",
                               "           ^", Errc::count_mismatch},
      {"attachment rows missing", "## [1]{a}\n@0 ^\n.a [2]{x}\n    1\n",
                                  "                    ^", Errc::count_mismatch},
      {"shared rows missing",  "## [2]{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [2]\n    2\n",
                               "                                            ^", Errc::count_mismatch},
      {"trailer count",        "## r [?]{a}\n1\n2\n##! summary counts=1\n",
                               "                               ^", Errc::count_mismatch},
      {"trailer arity, few",   "## r [?]{a}\n1\n## s [?]{a}\n1\n##! summary counts=1\n",
                               "                                            ^", Errc::count_mismatch},
      {"trailer arity, many",  "## r [?]{a}\n1\n##! summary counts=1,1\n",
                               "                            ^", Errc::count_mismatch},
      {"trailer without counts", "## r [?]{a}\n1\n##! summary\n",
                                 "                ^", Errc::count_mismatch},
      {"labelled counts",      "## r [?]{a}\n1\n##! summary counts=r:1\n",
                               "                            ^", Errc::count_mismatch},
      {"group sum",            "## [3]{@id,g} group=g\ng=a [2]\n1\n2\n",
                               "                                      ^", Errc::count_mismatch},
      {"group too short",      "## [2]{@id,g} group=g\ng=a [2]\n1\n",
                               "                                   ^", Errc::count_mismatch},
      {"two billion rows",     "## r [2147483648]{a}\n1\n",
                               "     ^", Errc::count_mismatch},
      {"two billion items",    "## r [2147483648]\n@0 =1\n",
                               "     ^", Errc::count_mismatch},
      {"two billion values",   "r[2147483648]: 1\n",
                               " ^", Errc::count_mismatch},
  };
  expect_bad_bodies(table);
}

TEST(GcfRead, TableErrors) {
  const Bad table[] = {
      {"column twice",         "## [1]{a,b,a}\n1|2|3\n",
                               "           ^", Errc::duplicate_field_name},
      {"column twice, quoted", "## [1]{a,\"a\"}\n1|2\n",
                               "         ^", Errc::duplicate_field_name},
      {"column and path",      "## [1]{a,\"a>b\"}\n1|2\n",
                               "         ^", Errc::duplicate_field_name},
      {"path and column",      "## [1]{\"a>b\",a}\n1|2\n",
                               "               ^", Errc::duplicate_field_name},
      {"path through a leaf",  "## [1]{\"a>b\",\"a>b>c\"}\n1|2\n",
                               "               ^", Errc::duplicate_field_name},
      {"leaf on a path",       "## [1]{\"a>b>c\",\"a>b\"}\n1|2\n",
                               "                 ^", Errc::duplicate_field_name},
      {"path twice",           "## [1]{\"a>b\",\"a>b\"}\n1|2\n",
                               "               ^", Errc::duplicate_field_name},
      {"constant twice",       "## [1]{a=1,a}\n1\n",
                               "           ^", Errc::duplicate_field_name},
      {"label twice",          "## [1:]{key,key}\nx|1\n",
                               "        ^", Errc::duplicate_field_name},
      {"row too short",        "## [1]{a,b}\n1\n",
                               "             ^", Errc::row_width_mismatch},
      {"row too long",         "## [1]{a,b}\n1|2|3\n",
                               "             ^", Errc::row_width_mismatch},
      {"second row too long",  "## [2]{a}\n1\n2|3\n",
                               "              ^", Errc::row_width_mismatch},
      {"keyed row too long",   "## [1:]{key,a}\nx|1|2\n",
                               "                ^", Errc::row_width_mismatch},
      {"row with a constant too long", "## [1]{a=1,b}\n1|2\n",
                                       "               ^", Errc::row_width_mismatch},
      {"attachment row too short", "## [1]{a}\n@0 ^\n.a [1]{x,y}\n    1\n",
                                   "                                  ^", Errc::row_width_mismatch},
      {"empty column",         "## [1]{a,}\n1|2\n",
                               "         ^", Errc::malformed_header_field},
      {"empty first column",   "## [1]{,a}\n1|2\n",
                               "       ^", Errc::malformed_header_field},
      {"no columns",           "## [1]{}\n1\n",
                               "       ^", Errc::malformed_header_field},
      {"open list",            "## [1]{a\n1\n",
                               "        ^", Errc::malformed_header_field},
      {"junk behind the list", "## r [1]{id} junk\n1\n",
                               "             ^", Errc::malformed_header_field},
      {"junk behind the count", "## r [0] junk\n",
                                "         ^", Errc::malformed_header_field},
      {"junk behind a keyed list", "## r [1:]{key,a} x\nx|1\n",
                                   "                 ^", Errc::malformed_header_field},
      {"column with a blank",  "## [1]{a b}\n1\n",
                               "       ^", Errc::invalid_key},
      {"column with a digit first", "## [1]{a,1b}\n1|2\n",
                                    "         ^", Errc::invalid_key},
      {"key column without a set", "## [1]{@id,t}\n1|2\n",
                                   "       ^", Errc::invalid_key},
      {"keyed without a list", "## m [2:]\n",
                               "     ^", Errc::malformed_header_field},
      {"keyed with one field", "## m [2:]{key}\nx\n",
                               "     ^", Errc::malformed_header_field},
      {"keyed with a constant", "## [1:]{key,a=1,b}\nx|1\n",
                                "             ^", Errc::malformed_header_field},
      {"member key twice",     "## [2:]{key,a}\nx|1\nx|2\n",
                               "                     ^", Errc::duplicate_key},
      {"member key twice, quoted", "## [2:]{key,a}\nx|1\n\"x\"|2\n",
                                   "                     ^", Errc::duplicate_key},
      {"number as member key", "## [1:]{key,a}\n1|1\n",
                               "                ^", Errc::invalid_key},
      {"null as member key",   "## [1:]{key,a}\n-|1\n",
                               "                ^", Errc::invalid_key},
      {"absent member key",    "## [1:]{key,a}\n~|1\n",
                               "                ^", Errc::invalid_key},
      {"marker as member key", "## [1:]{key,a}\n@0 ^|1\n",
                               "                ^", Errc::invalid_key},
      {"boolean as member key", "## [1:]{key,a}\ntrue|1\n",
                                "                ^", Errc::invalid_key},
      {"constant without value", "## [1]{a=,b}\n1\n",
                                 "         ^", Errc::invalid_const_value},
      {"absent constant",      "## [1]{a=~,b}\n1\n",
                               "         ^", Errc::invalid_const_value},
      {"marker as constant",   "## [1]{a=^,b}\n1\n",
                               "         ^", Errc::invalid_const_value},
      {"schema as constant",   "## [1]{b,a=^{x}}\n1\n",
                               "               ^", Errc::malformed_header_field},
      {"constant without name", "## [1]{=1,b}\n1\n",
                                "       ^", Errc::malformed_header_field},
      {"constants only",       "## [2]{a=1,b=2}\n",
                               "              ^", Errc::no_bare_column},
      {"constant out of range", "## [1]{a=1e400,b}\n1\n",
                                "         ^", Errc::out_of_range},
  };
  expect_bad_bodies(table);
}

TEST(GcfRead, AttachmentErrors) {
  const Bad table[] = {
      {"no body",              "## [1]{a,b}\n@0 1|^\n",
                               "             ^", Errc::missing_attachment},
      {"no body, next row",    "## [2]{a}\n@0 ^\n1\n",
                               "           ^", Errc::missing_attachment},
      {"one of two missing",   "## [1]{a,b}\n@0 ^|^\n.a {}\n",
                               "             ^", Errc::missing_attachment},
      {"inline body missing",  "## [1]{a}\n@0 ^{x,y}\n",
                               "           ^", Errc::missing_attachment},
      {"no marker",            "## r [1]{a,b}\n@0 1|Alice\n.extra {}\n",
                               "                           ^", Errc::orphan_attachment},
      {"no marker in this row", "## [2]{a}\n@0 ^\n.a {}\n2\n.a {}\n",
                                "                           ^", Errc::orphan_attachment},
      {"scalar cell",          "## [1]{a}\n@0 1\n.a {}\n",
                               "                 ^", Errc::orphan_attachment},
      {"twice",                "## [1]{a}\n@0 ^\n.a {}\n.a {}\n",
                               "                        ^", Errc::duplicate_attachment},
      {"literal field twice",  "## [1]{a}\n@0 1\n.\"x>y\" =1\n.\"x>y\" =2\n",
                               "                              ^", Errc::duplicate_attachment},
      {"wrong index",          "## [1]{a}\n@1 ^\n.a {}\n",
                               "           ^", Errc::invalid_item_id},
      {"wrong index of a plain row", "## [2]{a}\n1\n@0 2\n",
                                     "              ^", Errc::invalid_item_id},
      {"no index",             "## [1]{a}\n^\n.a {}\n",
                               "           ^", Errc::invalid_item_id},
      {"item without digits",  "## r [1]\n@x =1\n",
                               "          ^", Errc::invalid_item_id},
      {"item out of order",    "## r [2]\n@0 =1\n@2 =1\n",
                               "                 ^", Errc::invalid_item_id},
      {"item with a leading zero", "## r [2]\n@0 =1\n@01 =1\n",
                                   "                 ^", Errc::invalid_item_id},
      {"item without prefix",  "## r [1]\na=1\n",
                               "          ^", Errc::invalid_item_id},
      {"scalar attachment",    "## [1]{a}\n@0 ^\n.a =5\n",
                               "                    ^", Errc::invalid_attachment_marker},
      {"named positional body", "## [1]{a}\n@0 ^{x,y}\n.a 1|2\n",
                                "                         ^", Errc::invalid_attachment_marker},
      {"marker in a path",     "## [1]{\"a>b\"}\n@0 ^\n.\"a>b\" {}\n",
                               "                    ^", Errc::invalid_attachment_marker},
      {"empty schema",         "## [1]{a}\n@0 ^{}\n",
                               "              ^", Errc::invalid_attachment_marker},
      {"schema key twice",     "## [1]{a}\n@0 ^{x,x}\n1|2\n",
                               "              ^", Errc::duplicate_field_name},
      {"body too short",       "## [1]{a}\n@0 ^{x,y}\n1\n",
                               "                     ^", Errc::inline_width_mismatch},
      {"body too long",        "## [1]{a}\n@0 ^{x,y}\n1|2|3\n",
                               "                     ^", Errc::inline_width_mismatch},
      {"absent in a body",     "## [1]{a}\n@0 ^{x,y}\n1|~\n",
                               "                        ^", Errc::invalid_missing},
      {"marker in a body",     "## [1]{a}\n@0 ^{x,y}\n1|^\n",
                               "                        ^", Errc::invalid_attachment_marker},
      {"body without marker, named", "## r [1]{a,b}\n@0 1|^{x,y}\n1|2\n3|4\n",
                                     "                                 ^", Errc::orphan_inline_attachment},
      {"body without marker, root", "## [1]{a,b}\n@0 1|^{x,y}\n1|2\n3|4\n",
                                    "                               ^", Errc::count_mismatch},
  };
  expect_bad_bodies(table);
}

TEST(GcfRead, GroupErrors) {
  const Bad table[] = {
      {"group not declared",   "## [1]{@id,a} group=g\ng=x [1]\n1\n",
                               "              ^", Errc::invalid_group_header},
      {"group is the key",     "## [1]{@id,a} group=id\nid=x [1]\n1\n",
                               "              ^", Errc::invalid_group_header},
      {"group is constant",    "## [1]{@id,g=1} group=g\ng=x [1]\n1\n",
                               "                ^", Errc::invalid_group_header},
      {"no key column",        "## [1]{id,g} group=g\ng=x [1]\n1\n",
                               "             ^", Errc::invalid_group_header},
      {"two key columns",      "## [1]{@id,@a,g} group=g\ng=x [1]\n1|2\n",
                               "            ^", Errc::invalid_group_header},
      {"other column in a sub-header", "## [1]{@id,g} group=g\nh=x [1]\n1\n",
                                       "                       ^", Errc::invalid_group_header},
      {"no bracket",           "## [1]{@id,g} group=g\ng=x\n1\n",
                               "                       ^", Errc::invalid_group_header},
      {"no sub-header",        "## [1]{@id,g} group=g\n1|x\n",
                               "                       ^", Errc::invalid_group_header},
      {"absent group value",   "## [1]{@id,g} group=g\ng=~ [1]\n1\n",
                               "                         ^", Errc::invalid_const_value},
      {"value twice",          "## [2]{@id,g} group=g\ng=x [1]\n1\ng=x [1]\n2\n",
                               "                                   ^", Errc::duplicate_group},
      {"key twice",            "## [2]{@id,g} group=g\ng=x [1]\n1\ng=y [1]\n1\n",
                               "                                            ^", Errc::duplicate_key},
      {"marker in a row",      "## [1]{@id,a,g} group=g\ng=x [1]\n@0 1|^\n.a {}\n",
                               "                                  ^", Errc::invalid_group_header},
      {"absent key",           "## [1]{@id,a,g} group=g\ng=x [1]\n~|1\n",
                               "                                  ^", Errc::invalid_group_header},
      {"row too long",         "## [1]{@id,a,g} group=g\ng=x [1]\n1|2|3\n",
                               "                                  ^", Errc::row_width_mismatch},
  };
  expect_bad_bodies(table);
}
// clang-format on

TEST(GcfRead, RequiredPhrases) {
  struct Case {
    std::string_view body, phrase;
  };
  constexpr Case table[] = {
      {"## [2:]{key,a}\nx|1\nx|2\n", "duplicate member key"},
      {"## m [2:]{key}\nx\n", "at least two fields"},
      {"## [0:]{key,a}\n", "zero count"},
  };
  for (const Case& each : table) {
    auto doc = gcf::decode(exact(with_header(each.body)));
    ASSERT_FALSE(doc.ok());
    EXPECT_NE(doc.error().message().find(each.phrase), std::string::npos) << doc.error().message();
  }
  auto doc = gcf::decode(exact(with_header("a=9223372036854775808\n")));
  ASSERT_FALSE(doc.ok());
  EXPECT_NE(doc.error().detail.find("9223372036854775808"), std::string::npos);
  EXPECT_NE(doc.error().detail.find("string"), std::string::npos) << "no remedy";
}

// Completeness.

TEST(GcfRead, CompleteRefusesWhatMayBeCutOff) {
  DecodeOptions complete;
  complete.complete = true;
  for (const std::string_view body : {
           "",
           "a=1\n",
           "=1\n",
           "## [1]{a}\n1\n",
           "## r [?]{a}\n1\n##! summary counts=1\n",
           "## [0]\n",
           "a[?]: 1\n",
       }) {
    auto doc = gcf::decode(exact(with_header(body)), complete);
    EXPECT_TRUE(doc.ok()) << body << ": " << doc.error().message();
  }
  for (const std::string_view body : {
           "a=1",
           "=1",
           "## [1]{a}\n1",
           "## r [?]{a}\n1\n",
           "## r [?]{a}\n1\n##! summary counts=1",
           "## [?]\n@0 =1\n",
           "## m [?:]{key,a}\nx|1\n",
       }) {
    auto doc = gcf::decode(exact(with_header(body)), complete);
    ASSERT_FALSE(doc.ok()) << body;
    EXPECT_EQ(slug(doc.error().code), "unexpected_end") << body;
    EXPECT_EQ(doc.error().offset, header.size() + body.size()) << body;
    EXPECT_TRUE(gcf::decode(exact(with_header(body))).ok()) << body;
  }
  auto doc = gcf::decode(exact("GCF profile=generic"), complete);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "unexpected_end");
}

TEST(GcfRead, CompleteRefusesEveryCutInsideALine) {
  DecodeOptions complete;
  complete.complete = true;
  const std::string text = with_header(
      "a=1\n## o\n  b=\"x y\"\n  ## r [2]{p,q}\n  @0 1|^\n  .q [1]: 5\n  2|z\nt[2]: a,b\n");
  ASSERT_TRUE(gcf::decode(exact(text), complete).ok());
  for (std::size_t size = 0; size < text.size(); ++size) {
    if (size > 0 && text[size - 1] == '\n') continue;
    auto doc = gcf::decode(exact(std::string_view(text).substr(0, size)), complete);
    EXPECT_FALSE(doc.ok()) << text.substr(0, size);
  }
}

// Straight to JSON.

TEST(GcfToJson, SpellsWhatADocumentWouldSpell) {
  constexpr Good table[] = {
      {"numbers", "v[6]: -0,1.50,1e5,0.10,-0.0,12E-1\n", R"({"v":[0,1.50,1e5,0.10,-0.0,12E-1]})"},
      {"escapes", "a=\"\\/\\u0041\\u00e9\\u001f\\\\\"\n", "{\"a\":\"/A\xc3\xa9\\u001f\\\\\"}"},
      {"bare text that JSON escapes", "a=x\x7fy\nb=it's\n", "{\"a\":\"x\x7fy\",\"b\":\"it's\"}"},
      {"absent cells", "## [3]{a,b,c}\n~|1|~\n~|~|~\n2|~|3\n", R"([{"b":1},{},{"a":2,"c":3}])"},
      {"interleaved paths", "## [2]{\"a>x\",i,\"b>p>q\",\"a>y\",\"b>r\"}\n1|2|3|4|5\n~|1|-|~|-\n",
       R"([{"a":{"x":1,"y":4},"i":2,"b":{"p":{"q":3},"r":5}},{"i":1,"b":null}])"},
      {"attachments out of order", "## [1]{a,b}\n@0 ^|^\n.b [1]: 2\n.\"x>y\" =3\n.a {}\n    z=1\n",
       R"([{"a":{"z":1},"b":[2],"x>y":3}])"},
  };
  expect_all_good(table);
}

TEST(GcfToJson, RefusesInsteadOfWritingHalf) {
  auto text = gcf::to_json(exact(with_header("## [2]{a}\n1\n~x\nb=2\n")));
  ASSERT_FALSE(text.ok());
  DecodeOptions small;
  small.max_bytes = 5;
  EXPECT_EQ(slug(gcf::to_json(exact(with_header("")), small).error().code), "size_exceeded");
}

// Limits.

std::string nested_sections(unsigned levels) {
  std::string text(header);
  for (unsigned i = 0; i < levels; ++i)
    text += std::string(std::size_t{2} * i, ' ') + "## a\n";
  return text;
}

TEST(GcfRead, DepthIsLimited) {
  auto doc = gcf::decode(exact(nested_sections(511)));
  EXPECT_EQ(support::check_to_json(nested_sections(511), {}, doc), "");
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(doc->root().depth(), 512U);
  doc = gcf::decode(exact(nested_sections(512)));
  EXPECT_EQ(support::check_to_json(nested_sections(512), {}, doc), "");
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  DecodeOptions options;
  options.max_depth = 4000;
  EXPECT_TRUE(gcf::decode(exact(nested_sections(1023)), options).ok());
  EXPECT_FALSE(gcf::decode(exact(nested_sections(1024)), options).ok()) << "capped at 1,024";
  options.max_depth = 2;
  EXPECT_TRUE(gcf::decode(exact(with_header("## r [1]{a}\n1\n")), {}).ok());
  doc = gcf::decode(exact(with_header("## r [1]{a}\n1\n")), options);
  ASSERT_FALSE(doc.ok()) << "a table in an object is three levels";
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  doc = gcf::decode(exact(with_header("## [1]{\"a>b\"}\n1\n")), options);
  ASSERT_FALSE(doc.ok()) << "a path column adds a level";
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
}

TEST(GcfRead, DeepItemsAndPathsAreRefusedWithoutRecursion) {
  std::string text(header);
  text += "## [1]\n";
  for (unsigned i = 0; i < 3000; ++i)
    text += std::string(std::size_t{2} * i, ' ') + "@0 [1]\n";
  auto doc = gcf::decode(exact(text));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  EXPECT_EQ(support::check_to_json(text, {}, doc), "");
  std::string path = "a";
  for (unsigned i = 0; i < 100000; ++i)
    path += ">a";
  doc = gcf::decode(exact(with_header("## [1]{\"" + path + "\"}\n1\n")));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  // Attachments of attachments.
  text = std::string(header) + "## [1]{a}\n";
  std::string indent;
  for (unsigned i = 0; i < 600; ++i) {
    text += indent + "@0 ^\n" + indent + ".a [1]{a}\n";
    indent += "    ";
  }
  doc = gcf::decode(exact(text));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
}

TEST(GcfRead, ADeclaredCountIsAPromiseNotAReservation) {
  // Whoever makes room for what is declared here runs out of memory.
  for (const std::string_view count :
       {"2147483648", "4294967295", "4294967296", "999999999999999999"}) {
    const std::string n(count);
    for (const std::string& body :
         {"## r [" + n + "]{a}\n1\n", "## [" + n + "]{a}\n1\n", "## r [" + n + "]\n@0 =1\n",
          "r[" + n + "]: 1\n", "## r [" + n + ":]{key,a}\nx|1\n",
          "## [1]{a}\n@0 ^\n.a [" + n + "]{b}\n    1\n",
          "## [" + n + "]{@id,g} group=g\ng=x [1]\n1\n",
          "## [1]{@id,g} group=g\ng=x [" + n + "]\n1\n"}) {
      auto doc = gcf::decode(exact(with_header(body)));
      ASSERT_FALSE(doc.ok()) << body;
      EXPECT_EQ(slug(doc.error().code), "count_mismatch") << body << doc.error().message();
      EXPECT_EQ(support::check_to_json(with_header(body), {}, doc), "") << body;
    }
  }
  // More than any text can hold.
  for (const std::string_view count :
       {"9223372036854775807", "18446744073709551615", "100000000000000000000"}) {
    auto doc = gcf::decode(exact(with_header("## r [" + std::string(count) + "]{a}\n1\n")));
    ASSERT_FALSE(doc.ok());
    EXPECT_EQ(slug(doc.error().code), "invalid_count") << doc.error().message();
  }
}

TEST(GcfRead, NotesLiveAsLongAsTheirDocument) {
  Document kept;
  {
    DecodeOptions lenient;
    lenient.lenient = true;
    std::string text = with_header("## r [5]{a}\n1\n2\n## s [?]{b}\n3\n");
    auto doc = gcf::decode(exact(text), lenient);
    ASSERT_TRUE(doc.ok()) << doc.error().message();
    kept = std::move(*doc);
    text.assign(text.size(), '!');
  }
  ASSERT_EQ(kept.notes().size(), 2U);
  EXPECT_EQ(kept.notes()[0].type, Note::Type::repair);
  EXPECT_EQ(kept.notes()[0].code, Errc::count_mismatch);
  EXPECT_NE(kept.notes()[0].text.find('5'), std::string_view::npos) << kept.notes()[0].text;
  EXPECT_EQ(kept.notes()[1].type, Note::Type::warning);
}

TEST(GcfRead, SizeIsLimited) {
  DecodeOptions options;
  const std::string text = with_header("a=1\n");
  options.max_bytes = text.size();
  EXPECT_TRUE(gcf::decode(exact(text), options).ok());
  options.max_bytes = text.size() - 1;
  auto doc = gcf::decode(exact(text), options);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "size_exceeded");
}

TEST(GcfRead, TheMinimaOfTheFormatAreMet) {
  // 10,000 items per container, lines of 65,536 bytes, 1,000 fields.
  std::string rows;
  for (int i = 0; i < 10000; ++i)
    rows += std::to_string(i) + '\n';
  EXPECT_TRUE(gcf::decode(exact(with_header("## [10000]{a}\n" + rows))).ok());
  EXPECT_TRUE(gcf::decode(exact(with_header("a=" + std::string(200000, 'x') + '\n'))).ok());
  std::string names, cells;
  for (int i = 0; i < 1000; ++i) {
    names += (i == 0 ? "c" : ",c") + std::to_string(i);
    cells += (i == 0 ? "" : "|") + std::to_string(i);
  }
  auto doc = gcf::decode(exact(with_header("## [1]{" + names + "}\n" + cells + '\n')));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(doc->root().items()[0].size(), 1000U);
}

TEST(GcfRead, ColumnsAreLimited) {
  const auto table = [](int columns) {
    std::string names, cells;
    for (int i = 0; i < columns; ++i) {
      names += (i == 0 ? "c" : ",c") + std::to_string(i);
      cells += i == 0 ? "1" : "|1";
    }
    return with_header("## [1]{" + names + "}\n" + cells + '\n');
  };
  EXPECT_TRUE(gcf::decode(exact(table(65536))).ok());
  auto doc = gcf::decode(exact(table(65537)));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "limit_exceeded");
}

TEST(GcfRead, LinesMayBeVeryLong) {
  // Longer than any limit another reader may have: whatever we write, we read.
  std::string text(header);
  text += "a=";
  text.append(std::size_t{65} << 20, 'x');
  text += '\n';
  auto doc = gcf::decode(text);
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(doc->root().find("a")->size(), std::size_t{65} << 20);
}

TEST(GcfRead, DuplicateChecksAreLinear) {
  std::string members, map;
  for (int i = 0; i < 100000; ++i) {
    members += "k" + std::to_string(i) + "=1\n";
    map += "k" + std::to_string(i) + "|1\n";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(gcf::decode(exact(with_header(members))).ok());
  auto doc = gcf::decode(exact(with_header(members + "k777=2\n")));
  EXPECT_EQ(support::check_to_json(with_header(members + "k777=2\n"), {}, doc), "");
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "duplicate_key");
  EXPECT_EQ(doc.error().offset, header.size() + members.size());
  EXPECT_TRUE(gcf::decode(exact(with_header("## [100000:]{key,a}\n" + map))).ok());
  const std::string twice = with_header("## [100001:]{key,a}\n" + map + "k99999|2\n");
  doc = gcf::decode(exact(twice));
  EXPECT_EQ(support::check_to_json(twice, {}, doc), "");
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "duplicate_key");
  std::string grouped = "## [100000]{@id,g} group=g\n";
  for (int i = 0; i < 50000; ++i) {
    grouped +=
        "g=" + std::to_string(i) + " [2]\na" + std::to_string(i) + "\nb" + std::to_string(i) + "\n";
  }
  EXPECT_TRUE(gcf::decode(exact(with_header(grouped))).ok());
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20);
}

TEST(GcfRead, ManyAttachmentsOfOneRowAreMatchedInLinearTime) {
  // 20,000 markers in one row, bodies in reverse order.
  constexpr int wide = 20000;
  std::string names, cells, bodies;
  for (int i = 0; i < wide; ++i) {
    names += (i == 0 ? "c" : ",c") + std::to_string(i);
    cells += i == 0 ? "^" : "|^";
    bodies += ".c" + std::to_string(wide - 1 - i) + " {}\n";
  }
  const auto start = std::chrono::steady_clock::now();
  auto doc = gcf::decode(exact(with_header("## [1]{" + names + "}\n@0 " + cells + '\n' + bodies)));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(doc->root().items()[0].size(), std::size_t{wide});
  EXPECT_EQ(doc->root().items()[0].key(0), "c0");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

TEST(GcfRead, ManyPathColumnsAreReadInLinearTime) {
  // 30,000 leaves under one head, and 300 leaves at the end of long paths.
  std::string names, cells;
  for (int i = 0; i < 30000; ++i) {
    names += (i == 0 ? "\"a>b" : ",\"a>b") + std::to_string(i) + '"';
    cells += i == 0 ? "1" : "|1";
  }
  std::string deep;
  for (int i = 0; i < 400; ++i)
    deep += "p>";
  std::string deep_names, deep_cells;
  for (int i = 0; i < 300; ++i) {
    deep_names += (i == 0 ? "\"" : ",\"") + deep + std::to_string(i) + '"';
    deep_cells += i == 0 ? "1" : "|1";
  }
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& text :
       {with_header("## [2]{" + names + "}\n" + cells + '\n' + cells + '\n'),
        with_header("## [2]{" + deep_names + "}\n" + deep_cells + '\n' + deep_cells + '\n'),
        with_header("## [1]{a}\n@0 ^{" + names + "}\n" + cells + '\n')}) {
    auto doc = gcf::decode(exact(text));
    ASSERT_TRUE(doc.ok()) << doc.error().message();
    EXPECT_EQ(support::check_to_json(text, {}, doc), "");
  }
  // The last column is also the first.
  auto doc = gcf::decode(exact(with_header("## [1]{" + names + ",\"a>b0\"}\n" + cells + "|1\n")));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "duplicate_field_name");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

TEST(GcfRead, ManySchemasAreReadInLinearTime) {
  // Every row declares a schema of its own.
  std::string text = with_header("## [20000]{a}\n");
  for (int i = 0; i < 20000; ++i) {
    const std::string n = std::to_string(i);
    text += "@" + n + " ^{x" + n + ",y}\n1|2\n";
  }
  const auto start = std::chrono::steady_clock::now();
  auto doc = gcf::decode(exact(text));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(support::check_to_json(text, {}, doc), "");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

TEST(GcfRead, AHopelessTextIsNotRepairedForEver) {
  // Each line needs a repair; the notes of a hostile text must not fill the memory.
  DecodeOptions lenient;
  lenient.lenient = true;
  std::string text(header);
  for (int i = 0; i < 200000; ++i)
    text += "a-" + std::to_string(i) + "=1\n";
  auto doc = gcf::decode(exact(text), lenient);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "limit_exceeded");
  EXPECT_EQ(support::check_to_json(text, lenient, doc), "");
}

TEST(GcfRead, LenientReadingStillRefusesWhatItWouldHaveToGuess) {
  DecodeOptions lenient;
  lenient.lenient = true;
  for (const std::string_view body : {
           "a=1\na=2\n",                   // which one?
           "## [1]{a,b}\n1\n",             // which cell is missing?
           "## [1]{a,b}\n1|2|3\n",         // which one is too many?
           "## [1]{a,a}\n1|2\n",           //
           "## [1]{a}\n@0 ^\n",            // the value is nowhere
           "## [1]{a}\n1\n.b {}\n",        //
           "a=~\n", "a=^\n", "a=1e400\n",  //
           "a=\"x\n", "a=\"\\q\"\n",       //
           "## [2:]{key,a}\nx|1\nx|2\n",   //
           "hello\n",                      //
       }) {
    auto doc = gcf::decode(exact(with_header(body)), lenient);
    EXPECT_FALSE(doc.ok()) << body << " is read as " << plain_json(doc->root());
  }
  EXPECT_FALSE(gcf::decode(exact("GCF profile=generic\na=\xff\n"), lenient).ok());
  EXPECT_FALSE(gcf::decode(exact(""), lenient).ok());
  EXPECT_FALSE(gcf::decode(exact("just some prose\n"), lenient).ok());
}

TEST(GcfRead, ADocumentOutlivesItsText) {
  Document doc;
  {
    std::string text =
        with_header("## [2]{name,text}\nAlice|\"a \\\"quoted\\\" text\"\nBob|bare text\n");
    auto made = gcf::decode(text);
    ASSERT_TRUE(made.ok());
    doc = std::move(*made);
    text.assign(text.size(), '!');
  }
  EXPECT_EQ(plain_json(doc.root()),
            R"([{"name":"Alice","text":"a \"quoted\" text"},{"name":"Bob","text":"bare text"}])");
}

}  // namespace
}  // namespace laconic

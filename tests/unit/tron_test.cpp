// tron_test.cpp - TRON: classes and their cost, instances, lists of properties, decisions, limits.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <laconic/builder.hpp>
#include <laconic/codec.hpp>
#include <laconic/json.hpp>
#include <laconic/tron.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using support::exact;
using support::plain_json;
using tron::Classes;
using tron::KeyOrder;

Document parse(std::string_view json) {
  auto document = json::decode(json);
  EXPECT_TRUE(document.ok()) << json;
  return document ? std::move(*document) : Document();
}

std::string written(std::string_view json, Classes classes = Classes::standard,
                    KeyOrder order = KeyOrder::free) {
  tron::EncodeOptions options;
  options.classes = classes;
  options.key_order = order;
  const auto text = tron::encode(parse(json).root(), options);
  return text ? *text : text.error().message();
}

/// JSON of what a text says, or "!" and the slug of the error.
std::string read(std::string_view text, bool lenient = false) {
  tron::DecodeOptions options;
  options.lenient = lenient;
  const auto document = tron::decode(exact(text), options);
  if (!document) {
    EXPECT_LE(document.error().offset, text.size());
    return "!" + std::string(slug(document.error().code));
  }
  if (!lenient) {
    EXPECT_TRUE(document->notes().empty());
  }
  return plain_json(document->root());
}

std::uint64_t fault_at(std::string_view text) {
  const auto document = tron::decode(exact(text));
  EXPECT_FALSE(document.ok()) << text;
  return document ? 0 : document.error().offset;
}

// ---- writing

TEST(TronWrite, TheExample) {
  EXPECT_EQ(
      written(
          R"({"order":{"id":7,"lines":[{"sku":"A1","qty":2,"unit-price":9.5},{"sku":"B2","qty":1,"unit-price":14}],"note":"#1"},"tags":[{"k":"a"},{"k":"b"}]})"),
      "class A: sku,qty,\"unit-price\"\n\n"
      R"({"order":{"id":7,"lines":[A("A1",2,9.5),A("B2",1,14)],"note":"#1"},"tags":[{"k":"a"},{"k":"b"}]})");
}

TEST(TronWrite, NeedsTwoKeysAndTwoObjects) {
  EXPECT_EQ(written("[]"), "[]");
  EXPECT_EQ(written("{}"), "{}");
  EXPECT_EQ(written("[{},{}]"), "[{},{}]");
  EXPECT_EQ(written(R"([{"a":1},{"a":2}])"), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(written(R"([{"a":1,"b":2}])"), R"([{"a":1,"b":2}])");
  EXPECT_EQ(written(R"([{"a":1,"b":2},{"a":3,"b":4}])"), "class A: a,b\n\n[A(1,2),A(3,4)]");
  EXPECT_EQ(written(R"("x")"), R"("x")");
}

TEST(TronWrite, TheFirstObjectFixesTheOrder) {
  constexpr std::string_view mixed = R"([{"b":1,"a":2},{"a":3,"b":4},{"b":5,"a":6}])";
  EXPECT_EQ(written(mixed), "class A: b,a\n\n[A(1,2),A(4,3),A(5,6)]");
  EXPECT_EQ(written(mixed, Classes::standard, KeyOrder::exact),
            "class A: b,a\n\n[A(1,2),{\"a\":3,\"b\":4},A(5,6)]");
  EXPECT_EQ(written(R"([{"b":1,"a":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7,"b":8}])",
                    Classes::standard, KeyOrder::exact),
            "class A: b,a\nclass B: a,b\n\n[A(1,2),B(3,4),A(5,6),B(7,8)]");
}

TEST(TronWrite, AnObjectComesBeforeItsMembers) {
  EXPECT_EQ(written(R"([{"x":{"p":1,"q":2},"y":{"p":3,"q":4}},{"x":1,"y":{"q":5,"p":6}}])"),
            "class A: x,y\nclass B: p,q\n\n[A(B(1,2),B(3,4)),A(1,B(6,5))]");
}

TEST(TronWrite, NamesOfManyClasses) {
  std::string json = "[";
  for (int i = 0; i < 54; ++i) {
    const std::string object = "{\"k" + std::to_string(i) + "\":0,\"v\":0}";
    json.append(json.size() > 1 ? "," : "").append(object).append(",").append(object);
  }
  json += "]";
  const std::string text = written(json);
  EXPECT_TRUE(text.starts_with("class A: k0,v\nclass B: k1,v\n")) << text;
  EXPECT_NE(text.find("class Z: k25,v\nclass A1: k26,v\nclass B1: k27,v\n"), std::string::npos);
  EXPECT_NE(text.find("class Z1: k51,v\nclass A2: k52,v\nclass B2: k53,v\n\n[A(0,0),A(0,0),"),
            std::string::npos);
  EXPECT_NE(text.find("Z(0,0),Z(0,0),A1(0,0),A1(0,0)"), std::string::npos);
  EXPECT_EQ(read(text), json);
}

TEST(TronWrite, PropertiesThatNeedQuotes) {
  EXPECT_EQ(
      written(
          R"([{"class":0,"true":0,"false":0,"null":0,"_":0,"a1":0,"1a":0,"":0,"a b":0,"a,b":0,"\u00e9":0,"\"":0,"classes":0},{"class":1,"true":1,"false":1,"null":1,"_":1,"a1":1,"1a":1,"":1,"a b":1,"a,b":1,"\u00e9":1,"\"":1,"classes":1}])"),
      "class A: \"class\",\"true\",\"false\",\"null\",_,a1,\"1a\",\"\",\"a "
      "b\",\"a,b\",\"\xc3\xa9\","
      "\"\\\"\",classes\n\n[A(0,0,0,0,0,0,0,0,0,0,0,0,0),A(1,1,1,1,1,1,1,1,1,1,1,1,1)]");
}

TEST(TronWrite, JoinedKeysAreNoSignature) {
  // The reference takes these for one class and loses data.
  constexpr std::string_view json = R"([{"a,b":1,"c":2},{"a":1,"b":2,"c":3}])";
  EXPECT_EQ(written(json), json);
}

TEST(TronWrite, NumbersAndStrings) {
  EXPECT_EQ(
      written(R"([1,-0,1.50,1e2,1E+21,1e-7,9007199254740993,18446744073709551615,1e400,5e-324])"),
      "[1,0,1.5,100,1e+21,1e-7,9007199254740993,18446744073709551615,1e400,5e-324]");
  EXPECT_EQ(written(R"(["\"\\\/\b\f\n\r\t\u0001\u007f\u2028\ud83d\ude00"])"),
            "[\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f\xe2\x80\xa8\xf0\x9f\x98\x80\"]");
  // Where bytes count, a shorter spelling stays.
  EXPECT_EQ(written("[1e20,1.50,-0,1E2]", Classes::cheapest), "[1e20,1.5,0,100]");
  EXPECT_EQ(written("[1e20,1E2]", Classes::standard), "[100000000000000000000,100]");
  EXPECT_EQ(written("[1e20,1E5]", Classes::never), "[1e20,1E5]");
}

TEST(TronWrite, CheapestCountsBytes) {
  // {"a":,"b":} is 11 bytes, A(,) is 4, the class 14 with its empty line: three pay.
  EXPECT_EQ(written(R"([{"a":1,"b":2},{"a":3,"b":4}])", Classes::cheapest),
            R"([{"a":1,"b":2},{"a":3,"b":4}])");
  EXPECT_EQ(written(R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}])", Classes::cheapest),
            "class A: a,b\n\n[A(1,2),A(3,4),A(5,6)]");
  // With long names two are enough.
  EXPECT_EQ(written(R"([{"alpha":1,"beta":2},{"alpha":3,"beta":4}])", Classes::cheapest),
            "class A: alpha,beta\n\n[A(1,2),A(3,4)]");
  // Quoted names make the class dearer.
  EXPECT_EQ(written(R"([{"-":1,"+":2},{"-":3,"+":4},{"-":5,"+":6}])", Classes::cheapest),
            "class A: \"-\",\"+\"\n\n[A(1,2),A(3,4),A(5,6)]");
  EXPECT_EQ(written(R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}])", Classes::never),
            R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}])");
}

TEST(TronWrite, CheapestIsExactAroundEveryBorder) {
  // Keys of growing length, objects of growing number: a class is made exactly when it is shorter.
  for (int keys = 2; keys <= 5; ++keys) {
    for (int count = 2; count <= 6; ++count) {
      for (int length = 0; length <= 6; ++length) {
        std::string json = "[";
        for (int i = 0; i < count; ++i) {
          json += i == 0 ? "{" : ",{";
          for (int k = 0; k < keys; ++k) {
            const std::string key =
                std::string(static_cast<std::size_t>(length), 'k') + static_cast<char>('a' + k);
            json.append(k == 0 ? "" : ",").append("\"" + key + "\":0");
          }
          json += "}";
        }
        json += "]";
        const std::string cheapest = written(json, Classes::cheapest);
        const std::string standard = written(json, Classes::standard);
        EXPECT_EQ(cheapest, standard.size() < json.size() ? standard : json);
      }
    }
  }
}

TEST(TronWrite, ShortNamesGoToFrequentClasses) {
  // 30 kinds; the last ones occur most.
  std::string json = "[";
  for (int i = 0; i < 30; ++i) {
    for (int n = 0; n < i + 3; ++n) {
      json += (json.size() > 1 ? "," : "") + std::string("{\"key") + std::to_string(i) +
              "\":0,\"value\":0}";
    }
  }
  json += "]";
  const std::string text = written(json, Classes::cheapest);
  EXPECT_TRUE(text.starts_with("class A: key29,value\nclass B: key28,value\n")) << text;
  EXPECT_NE(text.find("class A1: key3,value\n"), std::string::npos) << text;
  EXPECT_LT(text.size(), written(json, Classes::standard).size());
  EXPECT_EQ(read(text), json);
}

TEST(TronWrite, WritersKeepToTheLimitsOfReaders) {
  tron::EncodeOptions options;
  options.classes = Classes::standard;
  std::string json = "[";
  for (int i = 0; i < 66000; ++i) {
    const std::string object = "{\"" + std::to_string(i) + "\":0,\"v\":0}";
    json.append(i == 0 ? "" : ",").append(object).append(",").append(object);
  }
  json += "]";
  const Document document = parse(json);
  for (const Classes classes : {Classes::standard, Classes::cheapest}) {
    options.classes = classes;
    const auto text = tron::encode(document.root(), options);
    ASSERT_TRUE(text.ok());
    const auto back = tron::decode(*text);
    ASSERT_TRUE(back.ok()) << back.error().message();
    EXPECT_TRUE(same_value(back->root(), document.root()));
  }
}

TEST(TronWrite, MaxBytes) {
  tron::EncodeOptions options;
  options.max_bytes = 3;
  const auto text = tron::encode(parse("[1,2,3]").root(), options);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Errc::size_exceeded);
}

// ---- reading

TEST(TronRead, PlainJson) {
  EXPECT_EQ(read(R"({"a":[1,-2.5,true,false,null,"x\u00e9\ud83d\ude00"],"b":{}})"),
            "{\"a\":[1,-2.5,true,false,null,\"x\xc3\xa9\xf0\x9f\x98\x80\"],\"b\":{}}");
  EXPECT_EQ(read(" \n;;\n [ ] ; \n"), "[]");
  EXPECT_EQ(read("[1,2,]"), "[1,2]");
  EXPECT_EQ(read(R"({"a":1,})"), R"({"a":1})");
  EXPECT_EQ(read("{\"a\":\n1}"), R"({"a":1})");
  EXPECT_EQ(read("[1,# one\n2 # two\n]# end"), "[1,2]");
  EXPECT_EQ(read("\"a # b\""), R"("a # b")");
}

TEST(TronRead, Instances) {
  EXPECT_EQ(read("class A: a,b\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n[A(1,2),A(3,4)]"), R"([{"a":1,"b":2},{"a":3,"b":4}])");
  EXPECT_EQ(read("class A: a,b;A(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA ( 1 , 2 , )"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA\n(\n1\n,\n2\n)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA(1,b=2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA(b=2,a=1)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA(\"b\"=2,\"a\"=1)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a,b\n\nA(b =\n2, a # c\n=1)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a\n\nA(a=\n1)"), R"({"a":1})");
  EXPECT_EQ(read("class A: \"a b\",\"1\",\"null\"\n\nA(null=3,1=2,\"a b\"=1)"),
            R"({"a b":1,"1":2,"null":3})");
  EXPECT_EQ(
      read("class A: a,b,c\n\nA(A(1,2,3),c=A(c=1,b=2,a=A(4,5,6)),b=[A(7,8,9)])"),
      R"({"a":{"a":1,"b":2,"c":3},"b":[{"a":7,"b":8,"c":9}],"c":{"a":{"a":4,"b":5,"c":6},"b":2,"c":1}})");
}

TEST(TronRead, ArgumentsThatDoNotFit) {
  constexpr std::string_view head = "class A: a,b\n\n";
  const auto with = [&](std::string_view data) { return read(std::string(head).append(data)); };
  EXPECT_EQ(with("A(1)"), "!row_width_mismatch");
  EXPECT_EQ(with("A()"), "!row_width_mismatch");
  EXPECT_EQ(with("A(1,2,3)"), "!row_width_mismatch");
  EXPECT_EQ(with("A(1,2,a=3)"), "!row_width_mismatch");
  EXPECT_EQ(with("A(a=1)"), "!row_width_mismatch");
  EXPECT_EQ(with("A(1,a=2)"), "!duplicate_key");
  EXPECT_EQ(with("A(b=1,b=2)"), "!duplicate_key");
  EXPECT_EQ(with("A(a=1,c=2)"), "!invalid_key");
  EXPECT_EQ(with("A(b=1,2)"), "!unexpected_character");
  EXPECT_EQ(with("A(,1,2)"), "!unexpected_character");
  EXPECT_EQ(with("A(1,,2)"), "!unexpected_character");
  EXPECT_EQ(with("A(1 2)"), "!unexpected_character");
  EXPECT_EQ(with("A(1,2"), "!unexpected_end");
  EXPECT_EQ(with("A"), "!unexpected_end");
  EXPECT_EQ(with("A[1]"), "!unexpected_character");
  EXPECT_EQ(with("B(1)"), "!unresolved_reference");
  EXPECT_EQ(with("[A(1,2),class]"), "!unexpected_character");
  EXPECT_EQ(fault_at("class A: a,b\n\nA(1,a=2)"), 18U);
  EXPECT_EQ(fault_at("class A: a,b\n\nA(1,2,3)"), 20U);
  EXPECT_EQ(fault_at("class A: a,b\n\n[B(1)]"), 15U);
}

TEST(TronRead, ListsOfProperties) {
  EXPECT_EQ(read("class A:a,b\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a , \"b\" ,\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A:\n  a\n  b\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A:\n\n  a,\n  b\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: # two\n  a # one\n  b,# other\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a\nclass B: b\n\n[A(1),B(2)]"), R"([{"a":1},{"b":2}])");
  EXPECT_EQ(read("class A: a;class B: b;[A(1),B(2)]"), R"([{"a":1},{"b":2}])");
  EXPECT_EQ(read("class A: a\n;\nclass B: b\n;\n[A(1),B(2)]"), R"([{"a":1},{"b":2}])");
  EXPECT_EQ(read("class A: a\n# comment\nclass B: b\n# c\n[A(1),B(2)]"), R"([{"a":1},{"b":2}])");
  // Data on the next line, of every kind.
  EXPECT_EQ(read("class A: a\n5"), "5");
  EXPECT_EQ(read("class A: a\n-5"), "-5");
  EXPECT_EQ(read("class A: a\nnull"), "null");
  EXPECT_EQ(read("class A: a,\nfalse"), "false");
  EXPECT_EQ(read("class A: a\n{}"), "{}");
  EXPECT_EQ(read("class A: a,\n5"), "5");
  EXPECT_EQ(read("class A: a\n\n\"s\""), R"("s")");
  EXPECT_EQ(read("class A: a\n# c\n\"s\""), R"("s")");
  EXPECT_EQ(read("class A: a;\"s\""), R"("s")");
  // A string on the next line is one more property, so no data is left.
  EXPECT_EQ(read("class A: a\n\"s\""), "!unexpected_end");
  EXPECT_EQ(read("class A: a\n\"s\"\n\nA(1,2)"), R"({"a":1,"s":2})");
  EXPECT_EQ(read("class A: a\nb\n\nA(1,2)"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("class A: a\nb (1)"), "!unresolved_reference");
  // Digits in front only where no data can be.
  EXPECT_EQ(read("class A: 1a,2\n\nA(1,2)"), R"({"1a":1,"2":2})");
  EXPECT_EQ(read("class A:\n1a\n\nA(1)"), R"({"1a":1})");
}

TEST(TronRead, ClassesThatAreWrong) {
  EXPECT_EQ(read("class A: a\nclass A: b\n\n1"), "!duplicate_header_field");
  EXPECT_EQ(read("class A: a,a\n\n1"), "!duplicate_field_name");
  EXPECT_EQ(read("class A: a,\"a\"\n\n1"), "!duplicate_field_name");
  EXPECT_EQ(read("class A:\n\n[1]"), "!malformed_header_field");
  EXPECT_EQ(read("class A:;1"), "!malformed_header_field");
  EXPECT_EQ(read("class A:"), "!malformed_header_field");
  EXPECT_EQ(read("class A:\nclass B: b\n\n1"), "!malformed_header_field");
  EXPECT_EQ(read("class A: ,a\n\n1"), "!malformed_header_field");
  EXPECT_EQ(read("class A: a,,b\n\n1"), "!unexpected_character");
  EXPECT_EQ(read("class A: a b\n\n1"), "!unexpected_character");
  EXPECT_EQ(read("class A: a,[1]"), "!unexpected_character");
  EXPECT_EQ(read("class A a\n\n1"), "!unexpected_character");
  EXPECT_EQ(read("class 1: a\n\n1"), "!unexpected_character");
  EXPECT_EQ(read("class null: a\n\n1"), "!unexpected_character");
  EXPECT_EQ(read("class"), "!unexpected_end");
  EXPECT_EQ(read("class A: a\n\n"), "!unexpected_end");
  EXPECT_EQ(read("class A: a\n\n1 class B: b"), "!trailing_characters");
}

TEST(TronRead, ReservedWordsAsProperties) {
  constexpr std::string_view text = "class A: null,class,true\n\nA(1,2,3)";
  EXPECT_EQ(read(text), "!invalid_key");
  EXPECT_EQ(read(text, true), R"({"null":1,"class":2,"true":3})");
  tron::DecodeOptions lenient;
  lenient.lenient = true;
  const auto document = tron::decode(text, lenient);
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(document->notes().size(), 3U);
  EXPECT_EQ(document->notes()[0].type, Note::Type::repair);
  EXPECT_EQ(document->notes()[0].code, Errc::invalid_key);
  EXPECT_EQ(document->notes()[1].offset, 14U);
  EXPECT_EQ(read("class A: \"null\",\"class\"\n\nA(1,2)"), R"({"null":1,"class":2})");
  // On a line of their own they are data, or the next class, in both modes.
  EXPECT_EQ(read("class A: a,\nnull", true), "null");
  EXPECT_EQ(read("class A: a\nclass B: b\n\nB(1)", true), R"({"b":1})");
}

TEST(TronRead, Inheritance) {
  EXPECT_EQ(read("class A: a,b\nclass B(A): c\n\n[B(1,2,3),A(1,2)]"),
            R"([{"a":1,"b":2,"c":3},{"a":1,"b":2}])");
  EXPECT_EQ(read("class A: a\nclass B ( A ) : b\nclass C(B): c\n\nC(c=1,b=2,a=3)"),
            R"({"a":3,"b":2,"c":1})");
  EXPECT_EQ(read("class B(A): c\n\n1"), "!unresolved_reference");
  EXPECT_EQ(read("class A(A): c\n\n1"), "!unresolved_reference");
  EXPECT_EQ(read("class A: a\nclass B(A): a\n\n1"), "!duplicate_field_name");
  EXPECT_EQ(read("class A: a\nclass B(A):\n\n[1]"), "!malformed_header_field");
  EXPECT_EQ(read("class A: a\nclass B(A: b\n\n1"), "!unexpected_character");
}

TEST(TronRead, WideInheritance) {
  // More properties than are compared one by one.
  std::string text = "class A: p0";
  for (int i = 1; i < 100; ++i)
    text += ",p" + std::to_string(i);
  text += "\nclass B(A): q\nclass C(B): r\n\nC(";
  for (int i = 0; i < 102; ++i)
    text += (i == 0 ? "" : ",") + std::to_string(i);
  const auto document = tron::decode(text + ")");
  ASSERT_TRUE(document.ok()) << document.error().message();
  EXPECT_EQ(document->root().size(), 102U);
  EXPECT_EQ(document->root().find("r")->integer(), 101);
  EXPECT_EQ(read(text.substr(0, text.find("\n\n")) + "\nclass D(C): p50\n\n1"),
            "!duplicate_field_name");
}

TEST(TronRead, LineEndsAndMarks) {
  EXPECT_EQ(read("class A: a,b\r\nclass B:\r\n  c\r\n  d\r\n\r\n[A(1,2),\r\nB(3,4)]\r\n"),
            R"([{"a":1,"b":2},{"c":3,"d":4}])");
  EXPECT_EQ(read("\xEF\xBB\xBF[1]"), "[1]");
  EXPECT_EQ(read("\xEF\xBB\xBF\xEF\xBB\xBF[1]"), "!unexpected_character");
  EXPECT_EQ(fault_at("\xEF\xBB\xBF[1"), 5U);
  EXPECT_EQ(read(""), "!unexpected_end");
  EXPECT_EQ(read("# only a comment"), "!unexpected_end");
}

TEST(TronRead, WhatTheReferenceAccepts) {
  EXPECT_EQ(read("\"abc"), "!unterminated_quote");
  EXPECT_EQ(read("\"\\x\""), "!invalid_escape");
  EXPECT_EQ(read("\"\\u12\""), "!invalid_escape");
  EXPECT_EQ(read("\"a\nb\""), "!invalid_escape");
  EXPECT_EQ(read("\"\\ud800\""), "!invalid_surrogate");
  EXPECT_EQ(read("\"\\udc00\""), "!invalid_surrogate");
  for (const std::string_view number :
       {"01", "1-2", "--5", "1.", ".5", "+1", "-", "1e", "0x1", "1_0"}) {
    EXPECT_EQ(read(number)[0], '!') << number;
  }
  EXPECT_EQ(read("NaN")[0], '!');
  EXPECT_EQ(read("[1,,2]"), "!unexpected_character");
  EXPECT_EQ(read("[,1]"), "!unexpected_character");
  EXPECT_EQ(read("[,]"), "!unexpected_character");
  EXPECT_EQ(read("[1 2]"), "!unexpected_character");
  EXPECT_EQ(read("{a:1}"), "!unexpected_character");
  EXPECT_EQ(read(R"({"a":1)"), "!unexpected_end");
  EXPECT_EQ(read(R"({"a" 1})"), "!unexpected_character");
  EXPECT_EQ(read("1 2"), "!trailing_characters");
  EXPECT_EQ(read("1;2"), "!trailing_characters");
  EXPECT_EQ(read("hello"), "!unexpected_character");
  EXPECT_EQ(read(R"({"__proto__":1,"10":2,"9":3})"), R"({"__proto__":1,"10":2,"9":3})");
  EXPECT_EQ(read("[null,9007199254740993,18446744073709551615,-0]"),
            "[null,9007199254740993,18446744073709551615,-0]");
  EXPECT_EQ(read("\"\xff\""), "!invalid_utf8");
  EXPECT_EQ(read(std::string_view("\0", 1)), "!unexpected_character");
  EXPECT_EQ(read(std::string_view("\"\0\"", 3)), "!invalid_escape");
}

TEST(TronRead, RepeatedKeys) {
  EXPECT_EQ(read(R"({"a":1,"a":2})"), "!duplicate_key");
  EXPECT_EQ(fault_at(R"({"a":1,"a":2})"), 7U);
  EXPECT_EQ(read(R"({"a":1,"b":2,"\u0061":{"a":3},"c":4,"b":5})", true),
            R"({"a":{"a":3},"b":5,"c":4})");
  // Many repetitions in a wide object take no longer than others.
  std::string text = "{";
  for (int i = 0; i < 50000; ++i)
    text += "\"k" + std::to_string(i) + "\":0,";
  for (int i = 0; i < 10000; ++i)
    text += "\"k" + std::to_string(i % 7) + "\":1,";
  tron::DecodeOptions lenient;
  lenient.lenient = true;
  const auto document = tron::decode(text + "}", lenient);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->root().size(), 50000U);
  EXPECT_EQ(document->notes().size(), 10000U);
  EXPECT_EQ(tron::decode(text + "\"k1\":2}", lenient).error().code, Errc::limit_exceeded);
}

TEST(TronRead, Limits) {
  tron::DecodeOptions options;
  options.max_depth = 3;
  EXPECT_TRUE(tron::decode("[[[]]]", options).ok());
  EXPECT_EQ(tron::decode("[[[[]]]]", options).error().code, Errc::depth_exceeded);
  EXPECT_EQ(tron::decode("class A: a\n\nA(A(A(A(1))))", options).error().code,
            Errc::depth_exceeded);
  EXPECT_EQ(tron::decode(R"({"a":{"a":{"a":{}}}})", options).error().code, Errc::depth_exceeded);
  EXPECT_EQ(tron::decode(std::string(100000, '['), {}).error().code, Errc::depth_exceeded);
  options = {};
  options.max_classes = 2;
  EXPECT_TRUE(tron::decode("class A: a\nclass B: b\n\n1", options).ok());
  EXPECT_EQ(tron::decode("class A: a\nclass B: b\nclass C: c\n\n1", options).error().code,
            Errc::limit_exceeded);
  options = {};
  options.max_properties = 3;
  EXPECT_TRUE(tron::decode("class A: a\nclass B(A): b\n\n1", options).ok());
  EXPECT_EQ(tron::decode("class A: a\nclass B(A): b,c\n\n1", options).error().code,
            Errc::limit_exceeded);
  options = {};
  options.max_bytes = 2;
  EXPECT_EQ(tron::decode("[1]", options).error().code, Errc::size_exceeded);
}

// ---- the registry

TEST(TronCodec, Settings) {
  const Document document = parse(R"([{"b":1,"a":2},{"a":3,"b":4}])");
  const auto with = [&](std::vector<Setting> settings) {
    laconic::EncodeOptions options;
    options.settings = settings;
    const auto text = encode(tron::codec(), document.root(), options);
    return text ? *text : text.error().message();
  };
  EXPECT_EQ(with({}), R"([{"b":1,"a":2},{"a":3,"b":4}])");
  EXPECT_EQ(with({{"classes", "default"}}), "class A: b,a\n\n[A(1,2),A(4,3)]");
  EXPECT_EQ(with({{"classes", "default"}, {"key_order", "exact"}}),
            R"([{"b":1,"a":2},{"a":3,"b":4}])");
  EXPECT_EQ(with({{"classes", "default"}, {"key_order", "free"}}),
            "class A: b,a\n\n[A(1,2),A(4,3)]");
  EXPECT_EQ(with({{"classes", "never"}}), R"([{"b":1,"a":2},{"a":3,"b":4}])");
  EXPECT_NE(with({{"classes", "all"}}).find("cheapest|default|never"), std::string::npos);
  EXPECT_NE(with({{"class", "all"}}).find("classes, key_order"), std::string::npos);
  tron::EncodeOptions own;
  own.classes = Classes::standard;
  const tron::ConfiguredCodec configured(own, {});
  EXPECT_EQ(*encode(configured, document.root()), "class A: b,a\n\n[A(1,2),A(4,3)]");
  laconic::EncodeOptions call;
  const Setting never[] = {{"classes", "never"}};
  call.settings = never;
  EXPECT_EQ(*encode(configured, document.root(), call), R"([{"b":1,"a":2},{"a":3,"b":4}])");
  EXPECT_TRUE(decode(configured, "class A: a\n\nA(1)").ok());
}

TEST(TronCodec, IsRecognisedByItsClasses) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  for (const std::string_view text :
       {"class A: id,name\n\n[A(1,\"x\")]", "\xEF\xBB\xBF# c\n;\n class Foo_1 : a\n\n1",
        "class A: a[2]{b}: 1,2", "class B(A): a\n"}) {
    EXPECT_GE(tron::codec().sniff(text), 90) << text;
    ASSERT_TRUE(codecs.detect(text).ok()) << text;
    EXPECT_EQ((*codecs.detect(text))->name, "tron");
  }
  for (const std::string_view text :
       {"", "{}", "[1]", "\"class A: a\"", "class", "class A", "class : a", "class null: a",
        "classA: a", "class 1: a", "1", "# class A: a"}) {
    EXPECT_EQ(tron::codec().sniff(text), 0) << text;
  }
  EXPECT_EQ(*codecs.find_by_extension("a.tron"), &tron::codec());
  EXPECT_EQ(*codecs.find_by_media_type("application/tron"), &tron::codec());
}

// ---- strings of others

TEST(Tron, StringsThatLookLikeStructure) {
  for (const std::string_view nasty :
       {"\n[2]{a}:", "\n- x", "# c", "\",\"", ": ", "|", "\xe2\x80\xa8", "\xc2\xa0", "\xef\xbb\xbf",
        "\"", "[18446744073709551616]", "A(1)", "\n\nA(1,2)", "class A: a\n", ";", "=", "\\",
        "\n"}) {
    Builder b;
    b.begin_array();
    for (int i = 0; i < 3; ++i) {
      b.begin_object().key(nasty).string(nasty).key("x").begin_array().string(nasty).end_array();
      b.end_object();
    }
    const auto document = b.string(nasty).end_array().finish();
    ASSERT_TRUE(document.ok());
    for (const Classes classes : {Classes::cheapest, Classes::standard, Classes::never}) {
      tron::EncodeOptions options;
      options.classes = classes;
      const auto text = tron::encode(document->root(), options);
      ASSERT_TRUE(text.ok());
      const auto back = tron::decode(exact(*text));
      ASSERT_TRUE(back.ok()) << back.error().message() << '\n' << *text;
      EXPECT_TRUE(identical(back->root(), document->root()));
    }
  }
  EXPECT_EQ(read(std::string(10000, '[') + std::string(10000, ']')), "!depth_exceeded");
}

}  // namespace
}  // namespace laconic

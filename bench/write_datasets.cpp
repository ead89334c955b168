// write_datasets.cpp - writes the measured documents to a folder, for contenders in other
// languages.
#include <cstdio>
#include <fstream>
#include <string>

#include "datasets.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_datasets FOLDER\n", stderr);
    return 2;
  }
  for (const laconic::bench::Dataset& dataset : laconic::bench::datasets()) {
    const std::string path = std::string(argv[1]) + "/" + std::string(dataset.name) + ".json";
    const std::string* text = laconic::bench::dataset_text(dataset.name);
    std::ofstream file(path, std::ios::binary);
    file << *text;
    file.close();
    if (!file) {
      std::fprintf(stderr, "cannot write %s\n", path.c_str());
      return 3;
    }
    std::printf("%s %zu\n", path.c_str(), text->size());
  }
  return 0;
}

// count_tokens.rs - Rust tokenizers counting the texts of the benchmark.
//
//   tokens_rust SECONDS FILE...
//
// Prints one JSON object: {"rows":[{contender, encoding, file, seconds, tokens}]}, where
// seconds is the mean CPU time of one count.
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use serde_json::{json, Value};

/// Seconds of CPU time of this thread, where the system tells.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn measure(rows: &mut Vec<Value>, seconds: f64, name: [&str; 3], count: impl Fn() -> usize) {
    let tokens = count();
    let start = Instant::now();
    let used = cpu_seconds();
    let mut runs = 0u64;
    loop {
        black_box(count());
        runs += 1;
        let mut passed = start.elapsed().as_secs_f64();
        if passed >= seconds {
            if let (Some(before), Some(now)) = (used, cpu_seconds()) {
                passed = passed.min(now - before);
            }
            let [contender, encoding, file] = name;
            rows.push(json!({"contender": contender, "encoding": encoding, "file": file,
                             "seconds": passed / runs as f64, "tokens": tokens}));
            return;
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let seconds: f64 = arguments[1].parse().expect("SECONDS");
    let mut rows = Vec::new();
    for path in &arguments[2..] {
        let file = Path::new(path).file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).expect("a readable file");
        for encoding in ["o200k_base", "cl100k_base"] {
            let bpe = if encoding == "o200k_base" { bpe_openai::o200k_base() } else { bpe_openai::cl100k_base() };
            measure(&mut rows, seconds, ["rust bpe", encoding, file], || bpe.count(&text));
            let tiktoken = tiktoken::get_encoding(encoding).unwrap();
            measure(&mut rows, seconds, ["rust tiktoken", encoding, file], || tiktoken.count(&text));
            let port = if encoding == "o200k_base" { tiktoken_rs::o200k_base() } else { tiktoken_rs::cl100k_base() };
            let port = port.unwrap();
            measure(&mut rows, seconds, ["rust tiktoken-rs", encoding, file], || port.encode_ordinary(&text).len());
        }
    }
    println!("{}", json!({"rows": rows}));
}

// main.rs - the Rust GCF library at the tasks of the benchmark.
//
//   bench_rust SECONDS OUTPUT_FOLDER JSON_FILE...
//
// Prints one JSON object: {"version", "rows":[{task, dataset, seconds, runs}]}, where
// seconds is the mean of the runs, and writes its answers to the folder for checking.
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use serde_json::{json, Value};

/// Seconds of CPU time of this thread, where the system tells.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn measure(rows: &mut Vec<Value>, seconds: f64, task: &str, dataset: &str, mut run: impl FnMut()) {
    run();
    let start = Instant::now();
    let used = cpu_seconds();
    let mut runs = 0u64;
    loop {
        run();
        runs += 1;
        let mut passed = start.elapsed().as_secs_f64();
        if passed >= seconds {
            // Other work on the machine must not count.
            if let (Some(before), Some(now)) = (used, cpu_seconds()) {
                passed = passed.min(now - before);
            }
            rows.push(json!({"task": task, "dataset": dataset, "seconds": passed / runs as f64, "runs": runs}));
            return;
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let seconds: f64 = arguments[1].parse().expect("SECONDS");
    let folder = Path::new(&arguments[2]);
    let mut rows = Vec::new();
    for file in &arguments[3..] {
        let dataset = Path::new(file).file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(file).expect("a readable file");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let gcf = gcf::encode_generic(&document).expect("encodable");
        let back = gcf::decode_generic(&gcf).expect("decodable");
        std::fs::write(folder.join(format!("{dataset}.gcf")), &gcf).expect("a writable folder");
        std::fs::write(folder.join(format!("{dataset}.json")), serde_json::to_string(&back).unwrap())
            .expect("a writable folder");
        measure(&mut rows, seconds, "json_to_gcf", dataset, || {
            let document: Value = serde_json::from_str(&text).unwrap();
            black_box(gcf::encode_generic(&document).unwrap());
        });
        measure(&mut rows, seconds, "gcf_to_json", dataset, || {
            let document = gcf::decode_generic(&gcf).unwrap();
            black_box(serde_json::to_string(&document).unwrap());
        });
        measure(&mut rows, seconds, "document_to_gcf", dataset, || {
            black_box(gcf::encode_generic(&document).unwrap());
        });
        measure(&mut rows, seconds, "gcf_to_document", dataset, || {
            black_box(gcf::decode_generic(&gcf).unwrap());
        });
    }
    println!("{}", json!({"version": "3.1.0", "rows": rows}));
}

//! The shipped data is part of the binary: a new or changed file there rebuilds it.

fn main() {
    println!("cargo:rerun-if-changed=../data");
}

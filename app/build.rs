//! Gives the program on Windows as much stack as other systems do: 1 MiB, which is usual there, is little for what is nested in
//! a file, and for all the arguments in a build that is not optimised.

const BYTES: u32 = 8 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let about = |what: &str| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    match (about("OS").as_str(), about("ENV").as_str()) {
        ("windows", "msvc") => println!("cargo:rustc-link-arg-bins=/STACK:{BYTES}"),
        ("windows", _) => println!("cargo:rustc-link-arg-bins=-Wl,--stack,{BYTES}"),
        _ => {}
    }
}

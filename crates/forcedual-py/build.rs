//! Extensions find the symbols of Python when they are loaded, which the linker of macOS must be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}

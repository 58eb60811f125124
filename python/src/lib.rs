//! Deckloom from Python: matches and pools of matches as environments, cards and the lab as tables.
//!
//! This crate says everything once in Rust (`library`, `numbers`, `table`, `pool`) and hands it over (`classes`, `tables`); what is
//! Python's own way of saying it, such as PettingZoo's, stands in the package's Python files.

mod classes;
mod library;
mod numbers;
mod pool;
mod table;
mod tables;

use pyo3::prelude::*;

/// The module that the package `deckloom` is made of.
#[pymodule]
fn _deckloom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SetupError", module.py().get_type::<classes::SetupError>())?;
    module.add("IllegalAction", module.py().get_type::<classes::IllegalAction>())?;
    module.add("EncodingError", module.py().get_type::<classes::EncodingError>())?;
    module.add_class::<classes::Match>()?;
    module.add_class::<classes::Pool>()?;
    module.add_function(wrap_pyfunction!(tables::games, module)?)?;
    module.add_function(wrap_pyfunction!(tables::decks, module)?)?;
    module.add_function(wrap_pyfunction!(tables::cards_json, module)?)?;
    module.add_function(wrap_pyfunction!(tables::lab_json, module)?)?;
    module.add_function(wrap_pyfunction!(classes::random_decisions, module)?)?;
    Ok(())
}

//! Reports as files for people: a page of HTML in the language that is spoken, with its pictures in it, and tables as
//! CSV.

use std::fmt::Write;

use catalog::localize::localize_count;
use catalog::tr;
use engine::lab::report::{LabReport, ReportCell, ReportTable};

use super::chart;
use crate::language::Language;
use crate::theme::Mode;

/// The look of a page: it follows the reader's light or dark.
const STYLE: &str = "\
:root{--ground:#f1f0ed;--surface:#fafaf8;--line:#d6d3cc;--text:#1b1e23;--muted:#565d68;--accent:#8c4a12;--heat:140,74,18}
@media(prefers-color-scheme:dark){:root{--ground:#0e1114;--surface:#14181d;--line:#2a313a;--text:#e9ecf1;--muted:#9aa5b4;--accent:#e3a868;--heat:227,168,104}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:15px/1.5 Inter,system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:40px 24px 80px}h1{font-size:28px;margin:0 0 4px}h2{font-size:20px;margin:40px 0 12px}
.about{color:var(--muted);margin:0 0 24px}.answer{font-size:17px;margin:0 0 8px}
.caution{color:var(--muted);border-left:3px solid var(--accent);padding:2px 12px;margin:8px 0}
figure{margin:24px 0;border:1px solid var(--line);border-radius:6px;overflow:hidden;background:var(--surface)}figure svg{display:block;width:100%;height:auto}
.dark{display:none}@media(prefers-color-scheme:dark){.dark{display:block}.light{display:none}}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--surface)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
th,td{padding:6px 12px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}th{color:var(--muted);font-weight:600}
tr:last-child td{border-bottom:0}.n{text-align:right}small{color:var(--muted)}
@media print{figure,.wide{break-inside:avoid}}";

/// A report as one page that needs nothing beside it.
pub fn html(report: &LabReport) -> String {
    let language = Language::current().code();
    let mut out = format!("<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">");
    out.push_str(
        "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">",
    );
    let _ = write!(out, "<title>{}</title><style>{STYLE}</style></head><body><main>", escape(&report.title));
    let _ = write!(out, "<h1>{}</h1><p class=\"about\">{}</p>", escape(&report.title), escape(&report.about));
    for sentence in &report.answer {
        let _ = write!(out, "<p class=\"answer\">{}</p>", escape(sentence));
    }
    for caution in &report.cautions {
        let _ = write!(out, "<p class=\"caution\">{}</p>", escape(caution));
    }
    for drawn in &report.charts {
        out.push_str("<figure>");
        for (class, mode) in [("light", Mode::Light), ("dark", Mode::Dark)] {
            let _ = write!(out, "<div class=\"{class}\">{}</div>", scale_svg(&chart::svg(drawn, mode)));
        }
        out.push_str("</figure>");
    }
    for table in &report.tables {
        write_table(&mut out, table);
    }
    out.push_str("</main></body></html>\n");
    out
}

/// An SVG that takes the width there is: plotters says it in pixels.
fn scale_svg(svg: &str) -> String {
    let start = svg.find("<svg").unwrap_or(0);
    svg[start..].to_owned()
}

fn write_table(out: &mut String, table: &ReportTable) {
    let _ = write!(out, "<h2>{}</h2><div class=\"wide\"><table><thead><tr>", escape(&table.title));
    let numbers: Vec<bool> = (0..table.columns.len())
        .map(|at| table.rows.iter().filter_map(|r| r.get(at)).any(ReportCell::is_number))
        .collect();
    for (column, number) in table.columns.iter().zip(&numbers) {
        let _ = write!(out, "<th{}>{}</th>", if *number { " class=\"n\"" } else { "" }, escape(column));
    }
    out.push_str("</tr></thead><tbody>");
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, number) in row.iter().zip(&numbers) {
            let class = if *number { " class=\"n\"" } else { "" };
            // The fuller its ground, the more it is; the number says it, too.
            let heat = match cell {
                ReportCell::Share(s) => {
                    format!(" style=\"background:rgba(var(--heat),{:.2})\"", s.share * s.share * 0.42)
                }
                _ => String::new(),
            };
            let n = match cell {
                ReportCell::Share(s) => {
                    let of = tr!("of {games}", games = localize_count(s.of));
                    format!(" <small>{}</small>", escape(&of))
                }
                _ => String::new(),
            };
            let _ = write!(out, "<td{class}{heat}>{}{n}</td>", escape(&cell.label()));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

/// All tables as CSV, one after the other: first the table's title, then its columns; of a share the interval and the
/// counts, too.
///
/// # Errors
/// Of the writer.
pub fn csv(report: &LabReport) -> Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for table in &report.tables {
        let parts = |at: usize| -> &[&str] {
            table.rows.iter().find_map(|r| r.get(at).map(columns).filter(|c| c.len() > 1)).unwrap_or(&[""])
        };
        let mut head = vec!["table".to_owned()];
        for (at, column) in table.columns.iter().enumerate() {
            head.extend(parts(at).iter().map(|part| format!("{column} {part}").trim().to_owned()));
        }
        writer.write_record(&head)?;
        for row in &table.rows {
            let mut line = vec![table.title.clone()];
            for (at, cell) in row.iter().enumerate() {
                let mut values = values(cell);
                values.resize(parts(at).len(), String::new());
                line.extend(values);
            }
            writer.write_record(&line)?;
        }
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    Ok(String::from_utf8(bytes).expect("texts are written"))
}

/// What a cell becomes in a table of numbers.
fn columns(cell: &ReportCell) -> &'static [&'static str] {
    match cell {
        ReportCell::Share(_) => &["", "low", "high", "hits", "of"],
        ReportCell::Change(_) | ReportCell::Mean(_) => &["", "low", "high"],
        _ => &[""],
    }
}

fn values(cell: &ReportCell) -> Vec<String> {
    match cell {
        ReportCell::Text(text) => vec![text.clone()],
        ReportCell::Count(n) => vec![n.to_string()],
        ReportCell::Number(n, _) | ReportCell::Exact(n) => vec![n.to_string()],
        ReportCell::Share(s) => {
            vec![s.share.to_string(), s.low.to_string(), s.high.to_string(), s.hits.to_string(), s.of.to_string()]
        }
        ReportCell::Change(s) | ReportCell::Mean(s) => vec![s.value.to_string(), s.low.to_string(), s.high.to_string()],
        ReportCell::Nothing => vec![String::new()],
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

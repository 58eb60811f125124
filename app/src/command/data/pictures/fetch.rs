//! `deckloom data pictures --fetch`: shows the hosts, asks, and gets the pictures.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use catalog::GameData;
use catalog::art::PictureAddresses;
use engine::kernel::parallel::Progress;

use super::{DataPicturesArgs, DataPicturesOutput, PictureHost, TakenPicture, names_once};
use crate::command::print::counted;
use crate::command::{CommandResult, input_error, usage_error};
use crate::pictures::{FetchConsent, FetchHost, FetchLimits, FetchPlan, FetchReport};

pub(super) fn run(
    args: &DataPicturesArgs,
    game: &GameData,
    addresses: &PictureAddresses,
    folder: PathBuf,
) -> CommandResult<DataPicturesOutput> {
    if addresses.is_empty() {
        let why = "no import kept addresses of pictures; import a file that has some, or name a folder with --from";
        return Err(input_error(format!("{}: {why}", game.name)));
    }
    let mut consent = FetchConsent::default();
    for host in &args.agree {
        if !consent.agree_to_typed(host) {
            return Err(usage_error(format!("--agree {host}: write a host alone, such as pics.example")));
        }
    }
    let mut plan = FetchPlan::new(game, addresses, &folder, args.replace);
    let without = game.cards.iter().filter(|card| addresses.get(&card.id).is_none());
    let mut result = DataPicturesOutput {
        game: args.game.clone(),
        preview: args.preview,
        hosts: hosts(&plan.hosts(), &consent),
        taken: Vec::new(),
        kept: plan.present.clone(),
        missing: names_once(without.map(|card| card.name.as_str())),
        unused: plan.strays.clone(),
        faults: Vec::new(),
        left: plan.wanted.iter().map(|wanted| wanted.address.as_str().to_owned()).collect(),
        bytes: 0,
        folder,
    };
    if args.preview {
        return Ok(result);
    }
    result.left.clear();
    let limits = FetchLimits { patience: Duration::from_secs(args.patience), ..FetchLimits::default() };
    let mut told = Vec::new();
    while !plan.wanted.is_empty() {
        if args.agree.is_empty() && !ask(&plan, &mut consent)? {
            result.left.extend(plan.wanted.iter().map(|wanted| wanted.address.as_str().to_owned()));
            break;
        }
        let report = with_progress(&plan, &consent, limits);
        told.extend(hosts(&plan.hosts(), &consent));
        let next = plan.after(&report);
        take(&mut result, report);
        if !args.agree.is_empty() {
            // Nobody is there to be asked again.
            told.extend(hosts(&next.hosts(), &consent));
            result.left.extend(next.wanted.iter().map(|wanted| wanted.address.as_str().to_owned()));
            break;
        }
        plan = next;
    }
    if !told.is_empty() {
        result.hosts = told;
    }
    Ok(result)
}

fn hosts(hosts: &[FetchHost], consent: &FetchConsent) -> Vec<PictureHost> {
    let shown = |host: &FetchHost| PictureHost {
        agreed: consent.has(&host.name),
        host: host.name.clone(),
        pictures: host.pictures,
        encrypted: host.encrypted,
        private: host.private,
    };
    hosts.iter().map(shown).collect()
}

/// Adds what came of a fetch.
fn take(result: &mut DataPicturesOutput, report: FetchReport) {
    let taken = report.taken.into_iter();
    result.taken.extend(taken.map(|t| TakenPicture { card: t.card, from: t.address.as_str().to_owned() }));
    let fault = |refused: &crate::pictures::RefusedPicture| {
        let (of, address) = (refused.picture.cards.join(", "), refused.picture.address.as_str());
        format!("{of} ({address}): {}", refused.reason)
    };
    result.faults.extend(report.refused.iter().map(fault));
    let skipped = report.skipped_hosts.iter();
    result
        .faults
        .extend(skipped.map(|host| format!("{host} was left alone: it gives no answer, or asks for patience")));
    result.left.extend(report.left.iter().map(|wanted| wanted.address.as_str().to_owned()));
    result.bytes += report.bytes;
}

/// What lies where.
pub(super) fn question(hosts: &[PictureHost]) -> String {
    let pictures: usize = hosts.iter().map(|host| host.pictures).sum();
    let mut out = format!("{} to fetch\n", counted(pictures as u64, "picture", "pictures"));
    for host in hosts {
        let open = if host.encrypted { "" } else { ", not encrypted" };
        let own = if host.private && !host.agreed {
            format!(", in your own network: asked only with --agree {}", host.host)
        } else {
            String::new()
        };
        out.push_str(&format!("  {}: {}{open}{own}\n", host.host, host.pictures));
    }
    out
}

/// Shows what would be asked whom, and asks whether it may be.
fn ask(plan: &FetchPlan, consent: &mut FetchConsent) -> CommandResult<bool> {
    let all = plan.hosts();
    eprint!("{}", question(&hosts(&all, consent)));
    if all.iter().all(|host| host.private) {
        return Err(usage_error("only hosts of your own network have pictures; name them with --agree"));
    }
    let (expected, most) = (megabytes(plan.expected_bytes()), megabytes(plan.most_bytes()));
    eprintln!("About {expected} MB by what pictures usually take, never more than {most} MB.");
    eprint!("The hosts will see your network address and what you ask for. Fetch the pictures? [no] ");
    let answer = std::io::stdin().lock().lines().next().transpose();
    let answer = answer.map_err(|e| input_error(format!("standard input: {e}")))?;
    let answer = answer
        .ok_or_else(|| usage_error("nobody agreed, so nothing was asked for; agree to a host with --agree HOST"))?;
    if !answer.trim().to_lowercase().starts_with('y') {
        return Ok(false);
    }
    all.iter().for_each(|host| consent.agree(&host.name));
    Ok(true)
}

/// Millions of bytes, rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// Fetches with a line of progress on standard error, if that is a terminal.
fn with_progress(plan: &FetchPlan, consent: &FetchConsent, limits: FetchLimits) -> FetchReport {
    let progress = Progress::default();
    if !std::io::stderr().is_terminal() {
        return plan.run(consent, limits, &progress);
    }
    std::thread::scope(|scope| {
        let running = scope.spawn(|| plan.run(consent, limits, &progress));
        while !running.is_finished() {
            std::thread::sleep(Duration::from_millis(100));
            let all = plan.wanted.len();
            eprint!("\r\x1b[2K{} of {all} pictures", progress.done());
        }
        eprint!("\r\x1b[2K");
        match running.join() {
            Ok(report) => report,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

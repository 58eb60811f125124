//! Sounds on their way to the desktop's sound server: PulseAudio, or PipeWire, which speaks the same. It is looked for when
//! the first sound is played, by a thread of its own, which also makes the sounds. Without a server nothing is heard.

use std::collections::BTreeMap;
use std::os::unix::net::UnixStream;
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use pulseaudio::protocol::{ChannelMap, PlaybackStreamParams, Prop, Props, SampleFormat, SampleSpec, stream};
use pulseaudio::{AsPlaybackSource, Client, ClientError, PlaybackStream};
use strum::IntoEnumIterator;
use tokio::runtime::{Builder, Runtime};

use super::Sound;
use super::crowd::Crowd;
use super::synth::RATE;
use super::wave::{mixed, wave};

/// How many moments may wait; further ones are left out.
const WAITING: usize = 4;
/// A moment that waited longer is over.
const STALE: Duration = Duration::from_millis(300);
/// How long an answer of the server is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// After that every sound has been heard, and its stream is closed.
const OVER: Duration = Duration::from_secs(2);
/// How long a server that is not there is left alone.
const ABSENT: Duration = Duration::from_secs(5);

/// What happened, and when.
type Moment = (Vec<Sound>, Instant);

/// Plays a moment, or leaves it out if too many wait.
pub fn play(moment: &[Sound]) {
    static MOMENTS: LazyLock<Option<SyncSender<Moment>>> = LazyLock::new(|| {
        let (moments, waiting) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("sounds".to_owned());
        thread.spawn(move || serve(&waiting)).ok().map(|_| moments)
    });
    if let Some(moments) = &*MOMENTS {
        let _ = moments.try_send((moment.to_vec(), Instant::now()));
    }
}

/// Why nothing is heard.
enum Silence {
    /// The server is not there, or gone.
    Absent,
    /// It does not answer.
    Mute,
}

impl From<ClientError> for Silence {
    fn from(_: ClientError) -> Silence {
        Silence::Absent
    }
}

/// Plays what comes, until the program ends or the server does not answer.
fn serve(moments: &Receiver<Moment>) {
    let Ok(runtime) = Builder::new_current_thread().enable_time().build() else { return };
    let waves: BTreeMap<Sound, Vec<f32>> = Sound::iter().map(|sound| (sound, wave(sound))).collect();
    let mut crowd = Crowd::default();
    let mut client = None;
    let mut streams: Vec<(PlaybackStream, Instant)> = Vec::new();
    let mut absent: Option<Instant> = None;
    let mut number = 0;
    loop {
        let next = match streams.is_empty() {
            true => moments.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => moments.recv_timeout(OVER),
        };
        streams.retain(|(_, began)| began.elapsed() < OVER);
        let (moment, happened) = match next {
            Ok(moment) => moment,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if happened.elapsed() > STALE || absent.is_some_and(|since| since.elapsed() < ABSENT) {
            continue;
        }
        let heard = crowd.admit(&moment, Instant::now());
        if heard.is_empty() {
            continue;
        }
        let known = client.is_some();
        let mix = mixed(heard.iter().map(|sound| waves[sound].as_slice()));
        number += 1;
        match begin(&runtime, &mut client, number, &mix) {
            Ok(stream) => streams.push((stream, Instant::now())),
            Err(Silence::Mute) => return,
            Err(Silence::Absent) => {
                // One that is gone may be there again at once.
                streams.clear();
                (client, absent) = (None, (!known).then(Instant::now));
            }
        }
    }
}

/// A stream that plays these samples once, at a server that is looked for if there is none yet. Streams of one number would
/// be played in step with each other.
fn begin(runtime: &Runtime, client: &mut Option<Client>, number: u32, mix: &[f32]) -> Result<PlaybackStream, Silence> {
    let client = match client {
        Some(client) => client,
        None => client.insert(connect()?),
    };
    let mut bytes = mix.iter().flat_map(|sample| sample.to_le_bytes()).collect::<Vec<u8>>();
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Deckloom");
    props.set(Prop::MediaRole, c"game");
    props.set(Prop::ApplicationId, c"deckloom");
    props.set(Prop::ApplicationIconName, c"deckloom");
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::Float32Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        // It begins when all of it is there. How loud the program is, the desktop's mixer says.
        buffer_attr: stream::BufferAttr { pre_buffering: bytes.len() as u32, ..Default::default() },
        sync_id: number,
        props,
        ..PlaybackStreamParams::default()
    };
    let source = move |room: &mut [u8]| {
        let rest = bytes.split_off(room.len().min(bytes.len()));
        room[..bytes.len()].copy_from_slice(&bytes);
        std::mem::replace(&mut bytes, rest).len()
    };
    let stream = client.create_playback_stream(params, source.as_playback_source());
    let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, stream).await });
    Ok(answer.map_err(|_| Silence::Mute)??)
}

/// The server that the environment names.
fn connect() -> Result<Client, Silence> {
    let path = pulseaudio::socket_path_from_env().ok_or(Silence::Absent)?;
    let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    let socket = UnixStream::connect(path).map_err(ClientError::from)?;
    let patient = socket.set_read_timeout(Some(PATIENCE)).and_then(|()| socket.set_write_timeout(Some(PATIENCE)));
    patient.map_err(ClientError::from)?;
    Ok(Client::new_unix(c"Deckloom", socket, cookie)?)
}

#!/usr/bin/env bash
# A plan counted by Slurm and by GNU parallel, with workers killed, to the bytes of one run: scripts/check-workers.sh PROGRAM [GAMES]
#
# Slurm has a controller and two nodes on this machine; a node is killed with its task, and a worker under the hands of GNU parallel. With
# GAMES it also plays as many greedy games a pair, and says how long Slurm takes beside `local:2`. Installs what is missing where apt is there, and
# needs root for Slurm's daemons.
set -euo pipefail
program=$(realpath "$1")
games=${2:-0}
for tool in slurmctld slurmd sbatch munged parallel; do
    if ! command -v "$tool" > /dev/null; then
        apt-get update -q > /dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends slurm-wlm munge parallel > /dev/null
        break
    fi
done

room=$(mktemp -d)
chmod 755 "$room"
finish() {
    local status=$?
    [ "$status" = 0 ] || tail -n 5 "$room"/*.log "$room"/plan.lab.parts/*.log 2> /dev/null || true
    scancel --user root 2> /dev/null || true
    pkill -9 -f "$room" 2> /dev/null || true
    rm -rf "$room"
}
trap finish EXIT
fail() { echo "check-workers: $1" >&2; exit 1; }

host=$(hostname -s)
mkdir -m 700 "$room/munge"
mkdir -p "$room/state" "$room/one" "$room/two"
dd if=/dev/urandom of="$room/munge/key" bs=1024 count=1 status=none
chmod 600 "$room/munge/key"
munged --force --socket="$room/munge.socket" --key-file="$room/munge/key" --seed-file="$room/munge/seed" \
    --pid-file="$room/munge/pid" --log-file="$room/munged.log" 2> /dev/null
export SLURM_CONF=$room/slurm.conf
cat > "$SLURM_CONF" << CONF
ClusterName=check
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$room/munge.socket
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/%n
SlurmctldPidFile=$room/slurmctld.pid
SlurmdPidFile=$room/%n.pid
SlurmctldLogFile=$room/slurmctld.log
SlurmdLogFile=$room/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=0
MpiDefault=none
SlurmdTimeout=10
KillWait=2
ReturnToService=2
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=16821 CPUs=1 State=UNKNOWN
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=16822 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -c
slurmd -N one
slurmd -N two
for _ in $(seq 60); do
    [ "$(sinfo --noheader --Node --format=%t | grep -c idle)" = 2 ] && break
    sleep 1
done
[ "$(sinfo --noheader --Node --format=%t | grep -c idle)" = 2 ] || fail "Slurm has no two nodes: $(sinfo)"

deckloom() { "$program" --library "$room/library.db" "$@"; }
cd "$room"
plan() { printf 'kind = "field"\nformat = "chronx/constructed"\ngames = %s\nseed = %s\nplayers = "%s"\n' "$1" "$2" "$3"; }
plan 20 4 easy > plan.toml
deckloom lab run plan.toml -o alone.json > /dev/null
same() { cmp -s alone.json plan.lab.json || fail "$1: other bytes"; echo "$1: the same bytes"; }
parts() { find plan.lab.parts -name '*.json' 2> /dev/null | wc -l; }
some_parts() {
    for _ in $(seq 600); do
        [ "$(parts)" -ge "$1" ] && return
        sleep 0.2
    done
    fail "no $1 parts after two minutes"
}

deckloom lab run plan.toml --on slurm --shards 8 > told
sed 's/^/  /' told
some_parts 4
pkill -9 -f "shard [0-9]*/8" || fail "no worker to kill"
some_parts 8
# The node goes with its task, as a machine does that loses its power.
two=$(cat two.pid)
task=$(squeue --noheader --nodelist=two --states=RUNNING --format=%A | head -n 1)
kill -9 "$two"
pkill -9 -f "slurmstepd: \[$task" || true
for worker in $(pgrep -f "shard [0-9]*/8"); do
    tr '\0' '\n' < "/proc/$worker/environ" 2> /dev/null | grep -q '^SLURMD_NODENAME=two$' && kill -9 "$worker"
done
deckloom lab status plan.toml | sed 's/^/  /'
timeout 900 "$program" --library "$room/library.db" lab wait plan.toml > /dev/null
same "Slurm, a worker and a node killed"
rm plan.lab.json
slurmd -N two
scancel --user root

deckloom lab run plan.toml --on ssh:2/: --shards 8 > /dev/null &
some_parts 4
pkill -9 -o -f "lab run .*shard [0-9]*/8" || fail "no worker to kill"
wait $!
same "GNU parallel, a worker killed"
rm plan.lab.json

deckloom lab run plan.toml --on local:2 > /dev/null &
some_parts 4
pkill -9 -o -f "lab run .*shard [0-9]*/2" || fail "no worker to kill"
wait $!
same "two processes, one killed"

if [ "$games" -gt 0 ]; then
    for _ in $(seq 60); do
        [ "$(sinfo --noheader --Node --format=%t | grep -c idle)" = 2 ] && break
        sleep 1
    done
    for place in local:2 slurm; do
        rm -f plan.lab.json
        plan "$games" 5 greedy > plan.toml
        begun=$(date +%s%N)
        deckloom lab run plan.toml --on "$place" --shards 2 > /dev/null
        deckloom lab wait plan.toml > /dev/null
        echo "$place: $((($(date +%s%N) - begun) / 1000000)) ms"
    done
fi

#!/bin/bash
# The same loss of a leader without containers: two API and three worker processes of this checkout on a cluster of three
# brokers that runs already. Needs a build, and in the environment:
#   AMQP_URL       the three brokers, separated by commas; a virtual host whose default queue type is quorum
#   DATABASE_URL   an empty database
#   CLUSTER        a command: `$CLUSTER kill N` ends broker N by SIGKILL, `$CLUSTER start N` starts it again, and
#                  `$CLUSTER ctl N …` is its rabbitmqctl. The node of broker N has a name that ends with N, before its @
# About a minute: bash test/containers/cluster-processes.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${AMQP_URL:?}" "${DATABASE_URL:?}" "${CLUSTER:?}"
export TASK_QUEUE=cluster_processes_$$
vhost=$(node -p 'decodeURIComponent(new URL(process.env.AMQP_URL.split(",")[0]).pathname.slice(1)) || "/"')

processes=()
cleanup() {
  stop_load
  kill "${processes[@]}" || true
  wait "${processes[@]}" || true
  ask 1 delete_queue "$TASK_QUEUE"
  ask 1 delete_queue "$TASK_QUEUE.dead"
}
. test/containers/checks.sh
. test/containers/leader-loss.sh

ask() { $CLUSTER ctl "$1" -q "${@:2}" --vhost "$vhost"; }
# Asked of whichever broker runs.
queue() {
  local n
  for n in 1 2 3; do
    ask "$n" list_queues name leader online --formatter json 2>/dev/null >"$work/queues" && break
  done
  json "(({ leader, online }) => $1)(it.find(({ name }) => name === '$TASK_QUEUE'))" <"$work/queues"
}
leader() { queue "leader.split('@')[0].slice(-1)"; }
online() { queue online.length; }
kill_broker() { quietly $CLUSTER kill "$1"; }
start_broker() { quietly $CLUSTER start "$1"; }

launch() { # APP LOG: a process of this checkout
  node --enable-source-maps "apps/$1/dist/src/main.js" >"$work/$2" 2>&1 &
  processes+=($!)
}
url() { grep -om1 'http://127.0.0.1:[0-9]*' "$work/$1"; }
how_many() { grep -l "$1" "$work"/"$2"-* | wc -l | tr -d ' '; }
for n in 1 2; do PORT=0 launch api "api-$n"; done
for n in 1 2 3; do HEALTH_PORT=0 launch worker "worker-$n"; done
becomes 'APIs listen' 60 2 how_many 'Server listening' api
becomes 'workers wait for messages' 60 3 how_many 'waiting for messages' worker
apis=("$(url api-1)" "$(url api-2)")
api=${apis[0]}
becomes 'replicas of the queue are online' 30 3 online

lose_the_leader
summary

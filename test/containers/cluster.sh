#!/bin/bash
# Brings deploy/cluster up under a project of its own on free ports and kills brokers under load: first the leader of
# the queue, then two of three. Removes all of it in the end.
# Needs Docker with compose 2.24, Node 20. About two minutes and the images: bash test/containers/cluster.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

project=offload-cluster-test files=(-f docker-compose.yml -f deploy/cluster/docker-compose.yml)
export RABBITMQ_ERLANG_COOKIE=$RANDOM$RANDOM$RANDOM
. test/containers/compose.sh
cleanup() {
  stop_load
  remove_project
}
. test/containers/checks.sh
. test/containers/leader-loss.sh

brokers=(rabbitmq rabbitmq-2 rabbitmq-3)
# Asked of whichever broker runs.
ask() {
  local broker
  for broker in "${brokers[@]}"; do
    compose exec -T "$broker" rabbitmqctl -q "$@" --formatter json 2>/dev/null && return
  done
}
queue() { ask list_queues name type leader members online | json "(({ type, leader, members, online }) => $1)(it.find(({ name }) => name === 'task_queue'))"; }
leader() { queue "leader.split('@')[1]"; }
online() { queue online.length; }
kill_broker() { quietly compose kill --signal KILL "$1"; }
start_broker() { quietly compose start "$1"; }

started=$(now)
quietly compose build
quietly compose up --detach --wait --scale worker=3
printf '     up in %s ms\n' $(($(now) - started))
apis=("http://$(compose port --index 1 api 3000)" "http://$(compose port --index 2 api 3000)")
api=${apis[0]}
equal 'all are healthy' "$(inspect '{{.State.Health.Status}}')" '9 healthy'
equal 'running brokers' "$(ask cluster_status | json 'it.running_nodes.length')" 3
becomes 'task_queue, replicas, online' 60 'quorum 3 3' queue '[type, members.length, online.length].join(" ")'

lose_the_leader

# --- without a majority nothing can be sent; what is accepted waits in the database
accepted() { grep -cE '^[0-9a-f-]{36}$' "$work/$1"; }
for broker in "${brokers[@]:1}"; do kill_broker "$broker"; done
sleep 5
tasks submit 20 'no dots' >"$work/waiting"
equal 'of 20 tasks are accepted with one broker of three' "$(accepted waiting)" 20
kill_broker "${brokers[0]}"
tasks submit 20 'no dots' >>"$work/waiting"
equal 'of 40 tasks are accepted, then without any' "$(accepted waiting)" 40
quietly compose start "${brokers[@]}"
becomes 'they succeed once there are three again' 180 'succeeded 40' states waiting

summary

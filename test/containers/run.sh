#!/bin/bash
# Builds the images, brings docker-compose.yml up under a project of its own on free ports, and tries what it promises:
# kills a worker, stops the broker, takes everything down with 1,000 tasks queued. Removes all of it in the end.
# Needs Docker with compose, curl, Node 20. About seven minutes: bash test/containers/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

project=offload-containers-test files=() submitter=''
. test/containers/compose.sh
cleanup() {
  [ -z "$submitter" ] || kill "$submitter"
  remove_project
}
. test/containers/checks.sh

get() { curl -sS --max-time 10 "$api$1"; }
post() { curl -sS --max-time 10 -o "$work/task.json" -w "${2:-%{http_code\}}" -H 'content-type: application/json' -d "{\"type\":\"sleep\",\"payload\":{\"message\":\"$1\"}}" "$api/tasks"; }
task() { get "/tasks/$1" | json "$2"; }
ready() { get /readyz | json "it.status + ', broker ' + it.broker"; }
locate() { api=http://$(compose port api 3000); }
figures() { get /queues | json "(({ name, messagesReady, messagesUnacknowledged, consumers }) => [name, messagesReady, messagesUnacknowledged, consumers].join())(it.items[0])"; }
listed() { compose exec -T rabbitmq rabbitmqctl -q list_queues name type policy messages_ready messages_unacknowledged consumers --formatter json | json "(({ name, $1 }) => [name, $1].join())(it.find(({ name }) => name === 'task_queue'))"; }

# --- images
started=$(now)
quietly compose build
report ok 'images are built' "$(($(now) - started)) ms"
in_image() { compose run --rm --no-deps -T --entrypoint sh "$1" -c "$2" 2>/dev/null; }
for app in api worker; do
  equal "$app runs as" "$(in_image $app 'id -un')" node
  equal "$app has no development dependencies, sources or tests" \
    "$(in_image $app 'ls -d node_modules/typescript node_modules/@typescript node_modules/@biomejs node_modules/@types; find apps packages test -name "*.ts" -o -name test; find . -xtype l')" ''
done

# --- a signal in the first second, at any moment of it
for app in api worker; do
  endings=''
  for moment in 0 0.1 0.2 0.3 0.4 0.6 0.8 1; do
    container=$(compose run --detach --no-deps $app 2>/dev/null)
    sleep $moment
    started=$(now)
    docker stop --time 20 "$container" >/dev/null
    endings+="$(docker inspect --format '{{.State.ExitCode}}' "$container")$([ $(($(now) - started)) -lt 10000 ] || echo ' late') "
    docker rm "$container" >/dev/null
  done
  equal "$app ends at SIGTERM in its first second, exit codes" "$endings" '0 0 0 0 0 0 0 0 '
done

# --- the apps come first, what they need comes later
quietly compose up --detach --no-deps --scale worker=1 api worker
sleep 10
equal 'API and worker wait for the database' "$(inspect '{{.State.Status}}, {{.RestartCount}} restarts')" '2 running, 0 restarts'
started=$(now)
quietly compose up --detach --no-deps postgres
locate
becomes 'API is ready with the database, without the broker' 60 'ok, broker unavailable' ready
printf '     %s ms after the database was started\n' $(($(now) - started))
equal 'POST without a broker' "$(post 'no broker yet')" 202
id=$(json it.id <"$work/task.json")
equal 'its state' "$(json it.state <"$work/task.json")" scheduled
started=$(now)
quietly compose up --detach --no-deps rabbitmq
becomes 'it runs once the broker is there' 90 succeeded task "$id" it.state
printf '     %s ms after the broker was started\n' $(($(now) - started))
equal 'nothing was restarted meanwhile' "$(inspect '{{.RestartCount}} restarts')" '4 0 restarts'
quietly compose down --volumes

# --- everything
started=$(now)
quietly compose up --detach --wait --scale worker=3
printf '     up with three workers in %s ms\n' $(($(now) - started))
locate
equal 'all are healthy' "$(inspect '{{.State.Health.Status}}')" '6 healthy'
equal 'process 1 of the API' "$(compose exec -T api cat /proc/1/comm)" tini
equal 'POST' "$(post 'Hello..')" 202
id=$(json it.id <"$work/task.json")
becomes 'its result' 15 'succeeded, 2 s' task "$id" "it.state + ', ' + it.result?.sleptSeconds + ' s'"
equal 'task_queue is' "$(listed 'type, policy')" 'task_queue,quorum,task-queue'

tasks submit 5 'Hello...............' >"$work/figures"
becomes 'GET /queues while five tasks keep three workers busy' 15 'task_queue,2,3,3' figures
becomes 'rabbitmqctl list_queues says' 10 'task_queue,2,3,3' listed 'messages_ready, messages_unacknowledged, consumers'
becomes 'they finish' 40 'succeeded 5' states figures

# --- a worker dies
post 'Hello........' >/dev/null
id=$(json it.id <"$work/task.json")
becomes 'a task runs' 10 running task "$id" it.state
sleep 2
victim=$(task "$id" "it.attempts[0].worker.split('-')[0]")
killed=$(now)
docker kill --signal KILL "$victim" >/dev/null
becomes 'after kill -9 it succeeds' 30 succeeded task "$id" it.state
equal 'attempts' "$(task "$id" "it.attempts.map(({ outcome }) => outcome).join()")" worker_lost,succeeded
below 'from the kill to the second start' "$(task "$id" "Date.parse(it.attempts[1].startedAt) - $killed")" 1000
equal 'on another worker' "$(task "$id" "it.attempts[0].worker !== it.attempts[1].worker")" true

# --- the broker goes away
quietly compose up --detach --wait --scale worker=3
tasks submit 50 'Hello.' >"$work/outage"
node test/containers/tasks.mjs keep-submitting "$api" 'during the outage' >"$work/kept" &
submitter=$!
sleep 1
quietly compose stop rabbitmq
equal 'API without its broker' "$(ready)" 'ok, broker unavailable'
sleep 5
quietly compose start rabbitmq
becomes 'API sees the broker again' 60 'ok, broker ready' ready
sleep 1
kill "$submitter"; wait "$submitter" || true; submitter=''
cut -d' ' -f1 "$work/kept" >>"$work/outage"
equal 'every POST meanwhile was answered 202' "$(grep -cvE '^[0-9a-f-]{36} ' "$work/kept" || true) of $(wc -l <"$work/kept" | tr -d ' ') were not" \
  "0 of $(wc -l <"$work/kept" | tr -d ' ') were not"
below 'the slowest answer took' "$(sort -k2n "$work/kept" | tail -1 | cut -d' ' -f2)" 2000
total=$(wc -l <"$work/outage" | tr -d ' ')
becomes 'all finish' 120 "succeeded $total" states outage
printf '     tasks by attempts: %s\n' "$(tasks attempts <"$work/outage")"

# --- everything goes away, with tasks queued
quietly compose up --detach --scale worker=0
tasks submit 1000 'no dots' >"$work/thousand"
becomes '1,000 tasks wait' 15 'task_queue,1000,0,0' figures
management=http://guest:guest@$(compose port rabbitmq 15672)
for _ in $(seq 25); do
  curl -sS --max-time 10 -o /dev/null -d '{"count":1,"ackmode":"ack_requeue_true","encoding":"auto"}' "$management/api/queues/%2F/task_queue/get"
done
becomes 'the first was handed out 25 times, and none was dropped' 15 task_queue,1000 listed messages_ready
quietly compose stop
equal 'exit codes after stop' "$(inspect '{{.State.ExitCode}}')" '3 0'
quietly compose down
quietly compose up --detach --wait --scale worker=3
locate
becomes 'after down and up they succeed' 120 'succeeded 1000' states thousand
equal 'tasks by attempts' "$(tasks attempts <"$work/thousand")" '1: 1000'
equal 'workers say that they ran' "$(compose logs --no-log-prefix worker | grep -c '"task succeeded"')" 1000

# --- fewer workers, in the middle of their tasks
scale_to_one() { # prints the exit codes of the workers that leave
  local since
  since=$(node -p 'Math.floor(Date.now() / 1000)')
  quietly compose up --detach --scale worker=1
  docker events --since "$since" --until "$(node -p 'Math.ceil(Date.now() / 1000)')" --filter event=die --filter "label=com.docker.compose.project=$project" \
    --format '{{.Actor.Attributes.exitCode}}' | sort | paste -sd, -
}
tasks submit 6 'Hello......' >"$work/fewer"
becomes 'three of six tasks run' 10 'queued 3, running 3' states fewer
equal 'exit codes of two workers that leave' "$(scale_to_one)" 0,0
becomes 'all six succeed' 60 'succeeded 6' states fewer
equal 'tasks by attempts' "$(tasks attempts <"$work/fewer")" '1: 6'

# Longer than SHUTDOWN_GRACE_MS.
quietly compose up --detach --wait --scale worker=3
tasks submit 3 'Hello...................................' >"$work/longer"
becomes 'three tasks of 35 s run' 10 'running 3' states longer
started=$(now)
equal 'exit codes of two workers that leave' "$(scale_to_one)" 0,0
below 'they left after' $(($(now) - started)) 40000
becomes 'all three succeed' 120 'succeeded 3' states longer
equal 'attempts' "$(while read -r id; do task "$id" "it.attempts.map(({ outcome }) => outcome).join('+')"; done <"$work/longer" | sort | paste -sd, -)" \
  interrupted+succeeded,interrupted+succeeded,succeeded

summary

# What a cluster of brokers promises when the leader of the queue is killed under load. The scripts source it after
# checks.sh and define `apis`, `leader`, `kill_broker NAME`, `start_broker NAME` and `online`, the replicas of the queue.

submitters=()
start_load() {
  local url
  for url in "${apis[@]}"; do
    node test/containers/tasks.mjs keep-submitting "$url" 'no dots' 8 >"$work/answers.${#submitters[@]}" &
    submitters+=($!)
  done
}
stop_load() {
  [ ${#submitters[@]} != 0 ] || return 0
  kill "${submitters[@]}"
  wait "${submitters[@]}" || true
  submitters=()
}
# The longest time between two of the times on the standard input.
longest_gap() { sort -n | awk 'NR > 1 && $1 - last > gap { gap = $1 - last } { last = $1 } END { print gap + 0 }'; }

lose_the_leader() {
  local victim total
  victim=$(leader)
  start_load
  sleep 5
  kill_broker "$victim"
  sleep 15
  start_broker "$victim"
  becomes "$victim was the leader; killed and started again, replicas are online" 120 3 online
  sleep 5
  stop_load
  cat "$work"/answers.* >"$work/answers"
  grep -E '^[0-9a-f-]{36} ' "$work/answers" >"$work/accepted" || true
  cut -d' ' -f1 "$work/accepted" >"$work/ids"
  total=$(wc -l <"$work/ids" | tr -d ' ')
  equal 'every POST was answered 202' "$(wc -l <"$work/answers" | tr -d ' ')" "$total"
  below 'the longest time without a 202' "$(cut -d' ' -f3 "$work/accepted" | longest_gap)" 5000
  becomes 'every accepted task succeeds' 120 "succeeded $total" states ids
  below 'the longest time without a finished task' "$(tasks ends <"$work/ids" | longest_gap)" 15000
  printf '     the slowest answer took %s ms; tasks by attempts: %s\n' \
    "$(cut -d' ' -f2 "$work/answers" | sort -n | tail -1)" "$(tasks attempts <"$work/ids")"
}

# What the scripts of this folder check with. They source it from the top of the repository, after `cleanup`, which ends
# what they start.

work=$(mktemp -d)
passed=0 failed=0 api=''
trap 'cleanup >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }; }

report() { # ok|FAIL WHAT [DETAIL]
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  printf '%-4s %s%s\n' "$1" "$2" "${3:+: $3}"
}
equal() { # WHAT ACTUAL EXPECTED
  if [ "$2" = "$3" ]; then report ok "$1" "$2"; else report FAIL "$1" "got '$2', expected '$3'"; fi
}
below() { # WHAT MILLISECONDS LIMIT
  if [ "$2" -lt "$3" ]; then report ok "$1" "$2 ms"; else report FAIL "$1" "$2 ms, expected less than $3 ms"; fi
}
becomes() { # WHAT SECONDS EXPECTED COMMAND…: asks until the answer is right
  local what=$1 seconds=$2 expected=$3 actual='' until
  shift 3
  until=$((SECONDS + seconds))
  while :; do
    actual=$("$@" 2>/dev/null || true)
    [ "$actual" != "$expected" ] && [ $SECONDS -lt $until ] || break
    sleep 0.3
  done
  equal "$what" "$actual" "$expected"
}
summary() { # the exit code, too
  printf '%s passed, %s failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
}

now() { node -p 'Date.now()'; }
# The value of a JavaScript expression about `it`, the JSON on the standard input.
json() { node -e 'let s="";process.stdin.on("data",(c)=>{s+=c}).on("end",()=>{const it=JSON.parse(s);console.log(eval(process.argv[1]))})' "$1"; }
tasks() { node test/containers/tasks.mjs "$1" "$api" "${@:2}"; }
states() { tasks states <"$work/$1"; }

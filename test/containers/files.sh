#!/bin/bash
# Real work in docker-compose.yml, under a project of its own on free ports: a photo and a document, the example commands with their
# programs installed into the worker, and commands that go wrong. Removes all of it in the end.
# Needs Docker with compose, curl, Node 20 and what `npm ci` installs. About three minutes: bash test/containers/files.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

project=offload-files-test files=()
. test/containers/compose.sh
cleanup() { remove_project; }
. test/containers/checks.sh
export WORKER_PACKAGES='imagemagick pandoc python3' COMMANDS_FILE=/commands/offload.commands.yaml COMMANDS_DIR=./examples/commands

photo=node_modules/exif-js/example/Bloated-Hero.jpg report=node_modules/exif-js/spec/Exif2-2.pdf

submit() { # TYPE PAYLOAD PREFER [curl options]: answers the task
  curl -sS --max-time 60 -H "prefer: $3" -F "task={\"type\":\"$1\",\"payload\":$2}" "${@:4}" "$api/tasks"
}
work_on() { # TYPE PAYLOAD [curl options]: the same, once it is done
  submit "$1" "$2" wait=50 "${@:3}"
}
field() { curl -sS --max-time 10 "$api/tasks/$1" | json "$2"; }
kind() { # of the file in the result, by an expression of its place
  curl -sS --max-time 10 -o "$work/made" -w '%{http_code} %{content_type}' "$api/files/$(json "$1" <"$work/task")"
}
in_worker() { compose exec -T worker sh -c "$1"; }

up() { quietly compose up --build --detach --wait --scale worker="$1"; api=http://$(compose port api 3000); }

# --- a photo, a document, the examples
up 2
work_on image.resize '{"image":{"file":"photo"},"width":320,"format":"webp"}' -F "photo=@$photo" >"$work/task"
equal 'image.resize' "$(json 'it.state + " " + it.result.width + "×" + it.result.height' <"$work/task")" 'succeeded 320×180'
equal 'its picture' "$(kind it.result.image.file)" '200 image/webp'
work_on pdf.text '{"document":{"file":"report"},"pages":{"last":1}}' -F "report=@$report" >"$work/task"
equal 'pdf.text' "$(json 'it.state + ", " + it.result.pageCount + " pages"' <"$work/task")" 'succeeded, 154 pages'
work_on pdf.render '{"document":{"file":"report"},"pages":{"last":2},"width":400}' -F "report=@$report" >"$work/task"
equal 'pdf.render' "$(json 'it.state + ", " + it.result.pages.map(({ width }) => width)' <"$work/task")" 'succeeded, 400,400'
equal 'its second page' "$(kind 'it.result.pages[1].image.file')" '200 image/png'
work_on text.count '{"text":{"file":"text"},"top":1}' -F text=@LICENSE >"$work/task"
equal 'text.count, a script' "$(json 'it.state + ", " + (it.result.output.words > 100)' <"$work/task")" 'succeeded, true'
work_on image.polaroid '{"photo":{"file":"photo"},"width":200,"angle":5}' -F "photo=@$photo" >"$work/task"
equal 'image.polaroid, by ImageMagick' "$(kind 'it.result.files[0].content.file')" '200 image/png'
work_on document.convert '{"source":{"file":"text"},"to":"rtf","title":"A report"}' -F text=@CHANGELOG.md >"$work/task"
equal 'document.convert, by pandoc' "$(kind 'it.result.files[0].content.file')" '200 application/rtf'
equal 'what a command must not be sent' "$(work_on document.convert '{"source":{"file":"text"},"to":"pdf"}' -F text=@LICENSE | json it.code)" INVALID_PAYLOAD
equal 'temporary files that are left' "$(in_worker 'ls -A /tmp')" ''

# --- commands that go wrong
COMMANDS_DIR=./test/containers/commands up 1
processes() { in_worker 'cat /proc/[0-9]*/comm 2>/dev/null | grep -cE "^(sleep|tail|head)$"' || true; }
fails() { # TYPE ERROR
  equal "$1" "$(work_on "$1" '{}' | json 'it.state + ": " + it.error.message')" "failed: $2"
  becomes 'processes of it that are left' 5 0 processes
}
fails time.out 'the attempt took longer than 500 ms'
fails memory.eater 'the command took more than 100 MiB of memory'
fails stdout.flood 'the command wrote more than 1000000 bytes to standard output'
fails orphan.maker 'the command ended with exit code 7'
for type in fork.forever obey.nobody; do
  id=$(submit "$type" '{}' respond-async | json it.id)
  becomes "$type" 10 running field "$id" it.state
  sleep 1
  curl -sS --max-time 10 -o /dev/null -X POST "$api/tasks/$id/cancel"
  becomes 'once cancelled it is' 20 cancelled field "$id" it.state
  becomes 'processes of it that are left' 10 0 processes
done
equal 'temporary files that are left' "$(in_worker 'ls -A /tmp')" ''
equal 'restarts' "$(inspect '{{.RestartCount}}')" '4 0'

summary

# A compose project of its own on free ports, removed in the end. The scripts source it before checks.sh and define
# `files`, the -f options of docker compose.

export API_PORT=0 AMQP_PORT=0 MANAGEMENT_PORT=0
unset AMQP_URL AMQP_MANAGEMENT_URL DATABASE_URL RABBITMQ_PASSWORD POSTGRES_PASSWORD API_KEYS ALLOW_ANONYMOUS \
  WORKER_CONCURRENCY LOG_LEVEL BODY_LIMIT MAX_QUEUED RETENTION_DAYS

compose() { docker compose --project-name "$project" --env-file /dev/null "${files[@]}" "$@"; }
remove_project() { compose down --volumes --timeout 10 --rmi local; }

# A property of all containers, with how many have it.
inspect() { compose ps --all --quiet | xargs docker inspect --format "$1" | sort | uniq -c | awk '{ $1 = $1; print }' | paste -sd, -; }

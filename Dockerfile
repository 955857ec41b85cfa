FROM node:24-slim AS base
WORKDIR /app

# Every workspace's package.json and nothing else: a change of sources alone does not install again.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete

FROM base AS build
COPY --from=manifests /app .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Of the result only what runs: compiled sources and their maps, migrations.
RUN npx tsc --build apps/api apps/worker \
 && rm -rf node_modules \
 && find . -type f ! -path '*/dist/src/*.js' ! -path '*/dist/src/*.js.map' ! -path '*/migrations/*.sql' -delete \
 && find . -type d -empty -delete

FROM base AS dependencies
COPY --from=manifests /app .
RUN --mount=type=cache,target=/root/.npm rm -rf test \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm package-lock.json \
 && find apps packages -type d -empty -delete

FROM base AS runtime
# Process 1 gets no signal that it does not handle, and Node handles none while it loads: `docker stop` in the first
# moments would wait for its whole grace period. As a child Node is ended by it, which is as good an end as a drain.
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["tini", "-e", "143", "-e", "130", "--"]
COPY --from=dependencies /app .
COPY --from=build /app/packages packages
RUN install -d -o node -g node /files
USER node
# Megabytes. By default the space for new objects grows to four times as much under load, and spares no processor time.
ENV NODE_OPTIONS=--max-semi-space-size=8
LABEL org.opencontainers.image.licenses="MIT"

FROM runtime AS api
COPY --from=build /app/apps/api apps/api
ENV HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that Node gets the signals from tini: SIGTERM drains.
CMD ["node", "--enable-source-maps", "apps/api/dist/src/main.js"]
LABEL org.opencontainers.image.title="Offload API" \
      org.opencontainers.image.description="Accepts tasks over HTTP and sends them to the workers"

FROM runtime AS worker
ARG PACKAGES=""
USER root
RUN [ -z "$PACKAGES" ] \
 || { apt-get update -qq && apt-get install -y -qq --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; }
USER node
COPY --from=build /app/apps/worker apps/worker
ENV HEALTH_PORT=3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/worker/dist/src/main.js"]
LABEL org.opencontainers.image.title="Offload worker" \
      org.opencontainers.image.description="Runs tasks"

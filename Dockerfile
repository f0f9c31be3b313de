# Cadence, packed from this checkout. `npm run image` builds it, and tries what came of it.
#   docker build -t localhost/cadence .
#   docker run --read-only --tmpfs /tmp -v cadence:/data -p 8000:8000 -e CADENCE_ADMIN_KEY=… localhost/cadence
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
# Without the scripts of packages: they prepare what only development needs.
RUN --mount=type=secret,id=npmrc,target=/usr/local/etc/npmrc npm ci --ignore-scripts
RUN npm run pack
WORKDIR /app
RUN --mount=type=secret,id=npmrc,target=/usr/local/etc/npmrc \
    npm init --yes >/dev/null \
 && npm install --omit=peer --no-audit --no-fund \
      /build/dist/cadence-agents-[0-9]*.tgz /build/dist/cadence-agents-plugin-*.tgz \
      /build/dist/cadence-agents-contracts-*.tgz /build/dist/cadence-agents-sdk-*.tgz

# Debian and the one file that Node is: the image of Node has npm, Yarn and headers too.
FROM ${DEBIAN_IMAGE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin cadence \
 && install --directory --owner cadence --group cadence --mode 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
# A number, by which Kubernetes sees that it is not root.
USER 10001:10001
# All that is to last. What else is written goes to /tmp, and the rest can be read-only.
VOLUME /data
ENV CADENCE_DATA_DIR=/data CADENCE_HOST=0.0.0.0 CADENCE_LOG_LEVEL=info
EXPOSE 8000
HEALTHCHECK --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that signals reach it.
ENTRYPOINT ["node", "/app/node_modules/cadence-agents/bin/cadence.js"]
CMD ["serve"]

# Builds the reel kernel and the web app with every tool, then keeps only what the server needs to run: production packages,
# sources, kernel/dist, web/dist.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY kernel/package.json kernel/
COPY server/package.json server/
COPY web/package.json web/
COPY stand-ins/package.json stand-ins/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY kernel kernel
COPY web web
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY kernel/package.json kernel/
COPY server/package.json server/
COPY web/package.json web/
COPY stand-ins/package.json stand-ins/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --omit=dev --workspace @tangelo/server --workspace @tangelo/contract --workspace @tangelo/kernel

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1000000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract contract
COPY kernel kernel
COPY server server
COPY --from=build /app/kernel/dist kernel/dist
COPY --from=build /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=40", "--use-largepages=silent", "server/src/main.ts"]

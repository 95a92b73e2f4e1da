# syntax=docker/dockerfile:1
# docker run --rm --network host -v "$PWD:/work" contract-harness verify --target http://127.0.0.1:8080
FROM node:22-slim AS build
WORKDIR /package
COPY package.json package-lock.json .npmrc ./
COPY examples/types-generator/package.json examples/types-generator/
# Not `npm ci`: the lock file lists only the optional packages of the platform that it was made on.
RUN npm install --no-save --ignore-scripts --no-fund --no-audit
COPY tsconfig.json rolldown.config.ts LICENSE ./
COPY harness harness
COPY fixtures fixtures
COPY spec spec
COPY test test
RUN node_modules/.bin/tsc -p . && node_modules/.bin/rolldown -c

FROM node:22-slim
ENV SCARF_ANALYTICS=false NODE_ENV=production
COPY --from=build /package/package.json /package/LICENSE /package/
COPY --from=build /package/dist/THIRD-PARTY-NOTICES.txt /package/dist/THIRD-PARTY-NOTICES.txt
COPY --from=build /package/dist/bundle /package/dist/bundle
COPY --from=build /package/dist/vendor /package/dist/vendor
COPY --from=build /package/harness/core/page/palette.css /package/harness/core/page/palette.css
COPY --from=build /package/harness/mock/page/assets /package/harness/mock/page/assets
COPY --from=build /package/harness/report/html/assets /package/harness/report/html/assets
COPY --from=build /package/spec /package/spec
COPY --from=build /package/fixtures/examples /package/fixtures/examples
# An unprivileged user. To write reports into a mounted folder, pass --user "$(id -u)".
USER node
WORKDIR /work
ENTRYPOINT ["node", "/package/dist/bundle/cli.cjs"]
CMD ["--help"]

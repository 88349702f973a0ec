# Replaces node:24-bookworm-slim if no registry is reachable: Debian's packages, and Node from npm.
FROM invoice-batch-engine-debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY authorities.crt /etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home --shell /bin/bash node
# npm trusts the same certificate authorities as the machine, for example those of a proxy.
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]

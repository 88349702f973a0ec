# Replaces redis:7-bookworm if no registry is reachable, with Debian's package.
FROM invoice-batch-engine-debian
RUN groupadd --gid 999 redis && useradd --uid 999 --gid redis --home-dir /data --shell /usr/sbin/nologin redis \
    && apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
    && mkdir -p /data && chown 999:999 /data
WORKDIR /data
ENTRYPOINT []
CMD ["redis-server", "--protected-mode", "no"]

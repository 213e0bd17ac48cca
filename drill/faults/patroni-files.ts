/** The configuration of a PostgreSQL that fails over by itself: Patroni on each node, and haproxy in front of them. */
import { join } from 'node:path'

/** How many nodes: with three, one is left to confirm commits after another is lost. */
export const NODES = 3
const LOCALHOST = '127.0.0.1'

/**
 * A dead primary keeps its leadership for `ttl` seconds, the least that Patroni takes. Its own default of 30 leaves no
 * time for a promotion within 30 s.
 */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

export interface ClusterPorts {
  etcd: number
  etcdPeer: number
  haproxy: number
  postgres: readonly number[]
  patroni: readonly number[]
}

/** Nine in a row from the first. */
export const portsFrom = (first: number): ClusterPorts => ({
  etcd: first,
  etcdPeer: first + 1,
  haproxy: first + 2,
  postgres: Array.from({ length: NODES }, (_, index) => first + 3 + index),
  patroni: Array.from({ length: NODES }, (_, index) => first + 3 + NODES + index),
})

export const nameOf = (index: number): string => `node${index + 1}`

/** A node's file. Patroni reads YAML, and JSON is YAML. */
export function patroniFile(
  index: number,
  options: { folder: string; ports: ClusterPorts; postgresBin: string; password: string },
): string {
  const { folder, ports, postgresBin, password } = options
  const restPort = ports.patroni[index]
  return JSON.stringify({
    scope: 'leadyard-drill',
    name: nameOf(index),
    restapi: { listen: `${LOCALHOST}:${restPort}`, connect_address: `${LOCALHOST}:${restPort}` },
    // Debian's etcd has version 3 of its interface only.
    etcd3: { host: `${LOCALHOST}:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // Only a standby that has every acknowledged commit may become the primary.
        synchronous_mode: true,
        // Without any standby a primary refuses to commit, rather than acknowledge what only it has.
        synchronous_mode_strict: true,
        // Both confirm each commit, and the one that has more is promoted. With one of them, the other may have more than
        // the new primary, and must rewind before it can confirm anything.
        synchronous_node_count: NODES - 1,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          // Lets a primary that was lost rejoin without copying everything again.
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '64MB',
            wal_keep_size: '256MB',
            // With the default of 5 s, the other standby finds the new primary up to 8 s late, and no commit is confirmed.
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${LOCALHOST}:${ports.postgres[index]}`,
      connect_address: `${LOCALHOST}:${ports.postgres[index]}`,
      data_dir: join(folder, nameOf(index)),
      bin_dir: postgresBin,
      pgpass: join(folder, `${nameOf(index)}.pgpass`),
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        `host all all ${LOCALHOST}/32 scram-sha-256`,
        `host replication all ${LOCALHOST}/32 scram-sha-256`,
        'local all all scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
    },
  })
}

/** Sends everyone to the primary, which is the node that answers 200 to `/primary`, and cuts whoever is at another. */
export const haproxyFile = (ports: ClusterPorts): string => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  # The store's own connections may be idle for a minute, and one that listens to notices asks every 5 s.
  timeout client 10m
  timeout server 10m
listen leadyard
  bind ${LOCALHOST}:${ports.haproxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.postgres
  .map((port, index) => `  server ${nameOf(index)} ${LOCALHOST}:${port} check port ${ports.patroni[index]}`)
  .join('\n')}
`

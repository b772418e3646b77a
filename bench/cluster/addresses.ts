const PORTS = { postgres: 5432, patroni: 8008, etcd: 2379 }

/** The names of the database machines in `deploy/cluster`, and their addresses there. */
export const DOCUMENTED = { db1: '192.0.2.11', db2: '192.0.2.12', db3: '192.0.2.13' } as const

export type MachineName = keyof typeof DOCUMENTED
export const MACHINES = Object.keys(DOCUMENTED) as MachineName[]

/** Where everything of one run listens: loopback addresses of its own, so that the usual ports are free. */
export type Addresses = {
  machines: Record<MachineName, string>
  /** Where HAProxy listens with the documented checks, and where a second one does with slow checks. */
  proxy: string
  slowProxy: string
  /** What `pg_hba` lets in. */
  network: string
}

/** @param run a number that differs between runs at the same time */
export function addressesOf(run: number): Addresses {
  const prefix = `127.${64 + (run % 128)}.${Math.floor(run / 128) % 256}`
  return {
    machines: { db1: `${prefix}.11`, db2: `${prefix}.12`, db3: `${prefix}.13` },
    proxy: `${prefix}.21`,
    slowProxy: `${prefix}.22`,
    network: '127.0.0.0/8',
  }
}

export const etcdUrl = (address: string) => `http://${address}:${PORTS.etcd}`
export const patroniUrl = (address: string) => `http://${address}:${PORTS.patroni}`

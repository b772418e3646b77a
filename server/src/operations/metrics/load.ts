import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { readDiskSpace } from '../../platform/disk-space.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures how long calls take. */
export function measureCalls(app: FastifyInstance, register: Registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', (req, reply, done) => {
    // By the pattern of the route: an address would be a series of its own, and may hold an id.
    const { url: route = 'none' } = req.routeOptions
    // A stream stays open for hours.
    if (!reply.getHeader('content-type')?.toString().startsWith('text/event-stream'))
      duration.observe({ method: req.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Counts the connections to the database. */
export function measurePool(pool: pg.Pool, register: Registry) {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, and calls that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'lent' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
}

/** Measures the space of the data folder; nothing while the database is elsewhere. */
export function measureDiskSpace(config: Pick<Config, 'dataDir' | 'databaseUrl'>, register: Registry): void {
  new Gauge({
    name: 'data_folder_megabytes',
    help: 'Space of the file system that holds the data folder: what is free, and all.',
    labelNames: ['space'],
    registers: [register],
    async collect() {
      const space = await readDiskSpace(config)
      this.reset()
      if (!space) return
      this.set({ space: 'free' }, space.freeMb)
      this.set({ space: 'all' }, space.totalMb)
    },
  })
}

export function measureClock(clockDifference: () => number, register: Registry): void {
  new Gauge({
    name: 'clock_difference_seconds',
    help: "By how much the clock of this machine is ahead of the database's, which decides what is due.",
    registers: [register],
    collect() {
      this.set(clockDifference())
    },
  })
}

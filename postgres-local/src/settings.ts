/** The default settings: little memory, durable, and no personal data in the log. */
const SETTINGS: Record<string, string> = {
  unix_socket_permissions: '0700',
  shared_buffers: '16MB',
  max_connections: '40',
  max_wal_size: '256MB',
  // Other calls wait for the cores that a parallel query takes, and each of its processes takes memory.
  max_parallel_workers_per_gather: '0',
  // Nothing replicates rows, so the process that would start it is not needed.
  max_logical_replication_workers: '0',
  // Most pages are in memory, and random access on an SSD is as fast as sequential access. With the default of 4, meant
  // for spinning disks, the planner prefers long scans of one index to a few direct lookups in another.
  random_page_cost: '1.1',
  // Online backups need this.
  wal_level: 'replica',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // The log must contain no personal data. Errors of statements, with the values in them, go to the caller, which knows
  // what may be logged; PostgreSQL logs only what concerns the server.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Settings that PostgreSQL knows since a major version. */
const SETTINGS_SINCE: [number, Record<string, string>][] = [[18, { io_method: 'sync' }]]

export const settingArgs = (major: number, settings: Record<string, string>): string[] =>
  Object.entries({
    ...SETTINGS,
    ...Object.assign({}, ...SETTINGS_SINCE.filter(([since]) => major >= since).map(([, known]) => known)),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** How the server runs unless the caller says otherwise: small, durable, and silent about people. */
const SETTINGS: Record<string, string> = {
  port: '5432',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  max_connections: '40',
  max_wal_size: '256MB',
  io_workers: '1',
  // Most of what is read is in memory, and a disk of today finds any block as quickly as the next: at the default of 4,
  // made for disks that turn, an index that leads straight to a few rows loses to one that is walked for long.
  random_page_cost: '1.1',
  // An online backup needs it.
  wal_level: 'replica',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // The log must hold no phone number and no patient's name. An error of a statement, with the values
  // in it, reaches the caller, who knows what may be told; only what concerns the server is logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export const settingArgs = (settings: Record<string, string>): string[] =>
  Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

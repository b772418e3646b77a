import { Logger } from 'graphile-worker'

export type JobLog = { warn: (details: object, message: string) => void }

/**
 * Writes the library's errors to the server's log. Errors of jobs are left out: each job logs its own, because only the
 * job can remove names and addresses from the message.
 */
export const jobLogger = (log: JobLog): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && !meta?.failure)
      log.warn({ reason: message }, 'an error while running background jobs')
  })

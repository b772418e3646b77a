import { Logger } from 'graphile-worker'

export type JobLog = { warn: (details: object, message: string) => void }

/**
 * What goes wrong with the running of jobs, in the server's log. A job that fails reports itself: only it knows which
 * words of an error name nobody.
 */
export const jobLogger = (log: JobLog): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && !meta?.failure)
      log.warn({ reason: message }, 'trouble with running background jobs')
  })

import { type Config, readConfig } from '../config.ts'

/**
 * What the demo starts from: a folder of its own and caught mail. Set before the environment file is read,
 * because what that names is the installation's own (its database, its mail server); only what somebody sets
 * for this one command comes before these.
 */
export const DEMO_DEFAULTS = { DATA_DIR: './data-demo', DATABASE_URL: '', SMTP_URL: '' }

/** @throws when the environment is a production's: the passwords of the demo are known to everybody */
export function readDemoConfig(environment: NodeJS.ProcessEnv): Config {
  if (environment.NODE_ENV === 'production')
    throw new Error('The demo does not run with NODE_ENV=production: everybody knows its passwords.')
  return readConfig(environment)
}

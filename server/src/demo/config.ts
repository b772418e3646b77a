import { type Config, isPublicAddress, readConfig } from '../config.ts'

/**
 * What the demo starts from: a folder of its own and caught mail. Set before the environment file is read,
 * because what that names is the installation's own (its database, its mail server); only what somebody sets
 * for this one command comes before these. Nobody reads its mails, so that nobody is erased for it.
 */
export const DEMO_DEFAULTS = {
  DATA_DIR: './data-demo',
  DATABASE_URL: '',
  SMTP_URL: '',
  UNVERIFIED_ACCOUNT_DAYS: '0',
}

/** @throws when strangers could reach it: the passwords of the demo are known to everybody */
export function readDemoConfig(environment: NodeJS.ProcessEnv): Config {
  if (environment.NODE_ENV === 'production')
    throw new Error('The demo does not run with NODE_ENV=production: everybody knows its passwords.')
  if (isPublicAddress(environment.PUBLIC_URL ?? ''))
    throw new Error(
      'The demo is for this machine only, as everybody knows its passwords. Remove PUBLIC_URL, or set it to http://localhost and a port.',
    )
  return readConfig(environment)
}

import type { EnvironmentFile } from '../../config/environment-file.ts'
import { isLoopbackHost } from '../../config/loopback.ts'
import { type Config, isPublicAddress, readConfig } from '../../config.ts'

/** A data folder of its own, and caught mail and text messages. Nobody reads the mail of the demo, so its accounts are never erased. */
const DEMO_DEFAULTS = {
  DATA_DIR: './data-demo',
  DATABASE_URL: '',
  SMTP_URL: '',
  SMS_URL: 'mailbox',
  UNVERIFIED_ACCOUNT_DAYS: '0',
}

/**
 * Sets what the demo starts with. Call it before the environment file is read, because that file names the database,
 * the mail server and the gateway of the real installation. Variables that were set for this one command are kept.
 */
export function setDemoDefaults(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(DEMO_DEFAULTS)) environment[name] ??= value
}

const ONLY_HERE = 'The demo runs only on this machine, because its passwords are public.'

/** @throws when strangers could reach it: the passwords of the demo are known to everybody */
export function readDemoConfig(environment: NodeJS.ProcessEnv, file?: EnvironmentFile): Config {
  if (environment.NODE_ENV === 'production')
    throw new Error('The demo cannot run with NODE_ENV=production, because its passwords are public.')
  if (isPublicAddress(environment.PUBLIC_URL ?? ''))
    throw new Error(`${ONLY_HERE} Remove PUBLIC_URL, or set it to http://localhost with a port.`)
  const config = readConfig(environment, file)
  if (!isLoopbackHost(config.host)) throw new Error(`${ONLY_HERE} Remove HOST, or set it to 127.0.0.1.`)
  return config
}

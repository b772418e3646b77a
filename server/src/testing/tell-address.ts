import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { readConfig } from '../config.ts'

/**
 * `node server/src/testing/tell-address.ts` prints, as JSON, how to reach the PostgreSQL of the installation in
 * DATA_DIR while it runs: for what measures it from outside and shares no code with it.
 */
console.log(JSON.stringify(connectionTo(readConfig(process.env).dataDir)))

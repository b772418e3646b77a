import { fileURLToPath } from 'node:url'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, test } from 'vitest'
import { LOGINS } from '../operations/demo/logins.ts'
import { anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'

const BACKUP = fileURLToPath(new URL('../operations/storage/earlier-versions/0.4.0.backup', import.meta.url))

test('a backup of an earlier version is restored into a data folder that was started before, and brought up to date', {
  timeout: 300_000,
}, async () => {
  const dataDir = await anEmptyFolder()
  const first = await startProduct({ dataDir })
  const refused = await runCommand('restore', [BACKUP], dataDir).ended
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(dataDir)
  await first.stop()
  expect(await runCommand('restore', [BACKUP], dataDir).ended).toMatchObject({ code: 0 })

  const second = await startProduct({ dataDir })
  const { email, password } = LOGINS.admin
  expect((await second.stranger().call(signIn, { body: { email, password } })).status).toBe(201)
  // Version 0.4 had no alerts: nobody is asked before the email that introduces them.
  const [donors] = await query(
    connectionTo(dataDir),
    `select count(*)::int as everybody, count(*) filter (where alerts_from > now() and exists
            (select from alert_preferences preferences where preferences.user_id = donors.user_id))::int as waiting
       from donors`,
  )
  expect(donors.everybody).toBeGreaterThan(0)
  expect(donors.waiting).toBe(donors.everybody)
  expect((await runCommand('restore', [BACKUP], dataDir).ended).code).toBe(1)
})

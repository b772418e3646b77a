import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { LOGINS } from '../operations/demo/logins.ts'
import { OLDEST_BACKUP } from '../testing/earlier-versions/backups.ts'
import { anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'

test('a backup of an earlier version is restored into a data folder that was started before, and brought up to date', {
  timeout: 300_000,
}, async () => {
  const dataDir = await anEmptyFolder()
  const first = await startProduct({ dataDir })
  const refused = await runCommand('restore', [OLDEST_BACKUP], dataDir).ended
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(dataDir)
  await first.stop()
  expect(await runCommand('restore', [OLDEST_BACKUP], dataDir).ended).toMatchObject({ code: 0 })

  const second = await startProduct({ dataDir })
  const { email, password } = LOGINS.admin
  expect((await second.stranger().call(signIn, { body: { email, password } })).status).toBe(201)
  expect((await runCommand('restore', [OLDEST_BACKUP], dataDir).ended).code).toBe(1)
})

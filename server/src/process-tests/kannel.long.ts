import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { hasKannel, startKannel } from '../testing/processes/kannel.ts'
import { aDataFolder, runCommand, startProduct } from '../testing/running-product.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'

/** The settings that docs/operations.md shows for Kannel. */
function settingsFor(port: number): Record<string, string> {
  const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const example = /```sh\n(SMS_URL='http:\/\/127\.0\.0\.1:13013[^`]+)```/.exec(document)?.[1] ?? ''
  return parseEnv(example.replace(':13013', `:${port}`)) as Record<string, string>
}

test.skipIf(!hasKannel())(
  'an urgent alert reaches a phone through Kannel (skipped unless Debian’s kannel and kannel-extras are installed)',
  async () => {
    const kannel = await startKannel()
    const settings = settingsFor(kannel.port)
    const dataDir = await aDataFolder()
    await startProduct({ dataDir, environment: { ...settings, TIME_ZONE: 'Asia/Dhaka' } })

    const tryText = (environment: Record<string, string>) =>
      runCommand('admin', ['test-sms', '01712-345678'], dataDir, environment).ended
    expect(await tryText({ ...settings, BRAND_NAME: 'Ü+1 & "B−" [100 %] €' })).toEqual({
      code: 0,
      output: 'The gateway has taken a text message to +8801712345678.\n',
    })
    const message = 'Test from Ü+1 & "B-" [100 %] €: text messages work.'
    await expect.poll(kannel.received).toEqual([{ from: '16263', to: '+8801712345678', message }])
    const SMS_URL = settings.SMS_URL?.replace('=PASSWORD', '=another') ?? ''
    expect(await tryText({ ...settings, SMS_URL })).toEqual({
      code: 1,
      output:
        'The text message to +8801712345678 was not sent: the gateway answered 403: Authorization failed for sendsms\n',
    })

    const pool = createPool(connectionTo(dataDir), () => {})
    onTestFinished(() => pool.end())
    const db = createDatabase(pool)
    const phone = '+8801912345678'
    const { userId } = await storeDonor(db, { bloodGroup: 'O-', contactNumber: phone })
    await db.insertInto('textNumbers').values({ userId, phone, confirmedAt: new Date() }).execute()
    await db.updateTable('users').set({ emailVerified: true }).execute()
    await storeBloodRequest(db, {
      requiredBloodGroup: 'O-',
      urgency: 'urgent',
      hospitalName: `Hospital of St. Mary’s & Co. ${'for everybody '.repeat(9)}`,
    })
    await expect.poll(() => kannel.received().length).toBe(2)
    const alert = kannel.received()[1]
    expect(alert).toMatchObject({ from: '16263', to: phone })
    expect(alert?.message).toMatch(
      /^O- needed urgently at Hospital of St\. Mary's & Co\. .*\.\.\.\. Can you come\? http:.*\/a#[\w-]{22} /,
    )
    expect(alert?.message.length).toBeLessThanOrEqual(160)
  },
)

import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { mailTo, newMemberOf } from '../testing/members.ts'
import { aBloodRequest } from '../testing/person.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { storeDonor } from '../testing/stored.ts'

/** Moves the clock of Node, not that of PostgreSQL. */
const moveClock = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...values) { values.length > 0 ? super(...values) : super(Real.now() + ${ms}) }
      static now() { return Real.now() + ${ms} }
    }`)}`

test.each([-60, -1.5, 1.5, 60])(
  'where the clock of the server is off by %d minutes, an alert leaves at once, and a time in half an hour is not past',
  async minutes => {
    const environment = { NODE_OPTIONS: moveClock(minutes * MINUTE_MS), TIME_ZONE: 'UTC' }
    const product = await startProduct({ dataDir: await aDataFolder(), environment })
    const pool = createPool(connectionTo(product.dataDir), () => {})
    onTestFinished(() => pool.end())
    const { userId } = await storeDonor(createDatabase(pool), { bloodGroup: 'B+' })
    const { rows } = await pool.query(
      'update users set email_verified = true where id = $1 returning email',
      [userId],
    )
    const rima = await newMemberOf(product)
    const neededBy = new Date(Date.now() + 30 * MINUTE_MS).toISOString().slice(0, 16)
    const postedAt = Date.now()
    const { status } = await rima.call(postBloodRequest, {
      body: aBloodRequest({ urgency: 'urgent', neededBy }),
    })
    expect(status).toBe(201)
    await mailTo(product, rows[0].email, /B\+/)
    expect(Date.now() - postedAt).toBeLessThan(20_000)
    const { records } = (await rima.call(listActiveBloodRequests, { query: {} })).body
    expect(Math.abs(Date.parse(records[0]?.requestedAt ?? '') - postedAt)).toBeLessThan(20_000)
    expect((await product.stranger().send('GET', '/readyz')).body).toMatchObject({
      clockDifferenceSeconds: minutes * 60,
    })
    expect(product.output()).toMatch(/"differenceSeconds":-?\d+/)
  },
)

import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const DHAKA_AHEAD_MS = 6 * 60 * MINUTE_MS

const bank = await startTestApp({ TIME_ZONE: 'Asia/Dhaka' })
const rima = await bank.signedInAs()
const { timeZone, intervals } = bank.config

/** The time of the server's clock, which is ahead of the real one. */
let serverTime = Date.now()
function advance(ms: number) {
  serverTime += ms
  bank.advance(ms)
}

/** Moves the clock to one minute before midnight. @returns the calendar date there and then */
function advanceToEvening() {
  advance(DAY_MS - ((serverTime + DHAKA_AHEAD_MS) % DAY_MS) - MINUTE_MS)
  return calendarDate(new Date(serverTime), timeZone)
}

async function storeDonors(bloodGroup: BloodGroup, today: string) {
  const lastDonationDates = {
    Oldest: null,
    Ready: null,
    Tomorrow: addDays(today, 1 - intervals.intervalDays),
    Resting: today,
  }
  for (const [at, [fullName, lastDonationDate]] of Object.entries(lastDonationDates).entries()) {
    const registeredAt = new Date(Date.UTC(2026, 0, 1 + at))
    await storeDonor(bank.db, { bloodGroup, fullName, lastDonationDate, registeredAt })
  }
}

const SEARCHES = [
  { endpoint: searchDonors, searched: 'A-', found: 'A-' },
  { endpoint: searchCompatibleDonors, searched: 'B-', found: 'O-' },
] as const

test.each(SEARCHES)(
  'cached pages of $endpoint.path change at midnight in the time zone of the site',
  async search => {
    const today = advanceToEvening()
    await storeDonors(search.found, today)
    const ask = (cursor: { after?: string }) =>
      rima.call(search.endpoint, { query: { bloodGroup: search.searched, limit: 1, ...cursor } })
    const marksOf = async (load: typeof ask) =>
      (await everyPage(load)).flat().map(({ fullName, eligibleFrom }) => [fullName, eligibleFrom])
    const resting = ['Resting', addDays(today, intervals.intervalDays)]

    const cursors: string[] = []
    const remember = async (cursor: { after?: string }) => {
      const reply = await ask(cursor)
      if (reply.body.next !== null) cursors.push(reply.body.next)
      return reply
    }
    const evening = [['Ready', null], ['Oldest', null], resting, ['Tomorrow', addDays(today, 1)]]
    expect(await marksOf(remember)).toEqual(evening)
    // All pages are in the cache when it has been asked for them several times.
    for (let time = 0; time < 3; time += 1) expect(await marksOf(ask)).toEqual(evening)

    const urls = [undefined, ...cursors].map(after => {
      const query = new URLSearchParams({ bloodGroup: search.searched, limit: '1', ...(after && { after }) })
      return `${search.endpoint.path}?${query}`
    })
    const tags = await Promise.all(urls.map(async url => `${(await rima.send('GET', url)).headers.etag}`))
    const statuses = () =>
      Promise.all(
        urls.map(async (url, nth) => {
          const headers = { 'if-none-match': `${tags[nth]}` }
          return (await rima.send('GET', url, { headers })).status
        }),
      )
    expect(await statuses()).toEqual([304, 304, 304, 304])

    advance(2 * MINUTE_MS)
    // The second and the third page have the same donors and the same marks as before.
    expect(await statuses()).toEqual([200, 304, 304, 200])
    expect(await marksOf(ask)).toEqual([['Tomorrow', null], ['Ready', null], ['Oldest', null], resting])
    // A list from before midnight continues in the order that it has, so no donor is missing or listed twice.
    expect(await marksOf(cursor => ask({ after: cursors[0] ?? '', ...cursor }))).toEqual([
      ['Oldest', null],
      resting,
      ['Tomorrow', null],
    ])
  },
)

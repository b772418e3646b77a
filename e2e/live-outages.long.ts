import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signalPostgres } from '@blood-bank/server/testing/signal-postgres'
import { expect } from '@playwright/test'
import { test as journey } from './testing/journey.ts'
import { startServer } from './testing/product.ts'
import { type RoundRobin, startRoundRobin } from './testing/round-robin.ts'
import { becomeMember, requestCardOf } from './testing/steps.ts'
import { DESKTOP, type Visitor } from './testing/visitor.ts'

const post = (visitor: Visitor, patientName: string) =>
  visitor.post('/api/blood-requests', {
    patientName,
    requiredBloodGroup: 'B+',
    hospitalName: 'City Hospital',
    isAnotherRequest: true,
    contactPerson: 'Nadia Karim',
    contactNumber: '01812-345678',
  })

/** A page fetches what a hint named sooner (web: session/live/refresh.ts). */
const QUIET_MS = 6_000

type Site = {
  proxy: RoundRobin
  dataDir: string
  start: () => Promise<{ url: string; stop: () => Promise<void> }>
}

/** `site` is a data folder, and one server after the other on it behind a proxy. */
const test = journey.extend<{ site: Site }>({
  async site({}, use) {
    const proxy = await startRoundRobin()
    const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-e2e-'))
    let stop = async () => {}
    async function start() {
      const server = await startServer(dataDir, { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' })
      proxy.setServers([server.url])
      stop = server.stop
      return server
    }
    await use({ proxy, dataDir, start })
    proxy.stop()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test('a page shows what it missed while the database was away and while the server was restarted', async ({
  site: { proxy, dataDir, start },
  aVisitor,
}) => {
  const server = await start()
  const mailboxUrl = `${server.url}/dev/mailbox.json`
  const site = { siteUrl: proxy.url }
  const [owner, reader] = [await aVisitor(DESKTOP, site), await aVisitor(DESKTOP, site)]
  await becomeMember(owner, 'owner@example.edu', mailboxUrl)
  await becomeMember(reader, 'reader@example.edu', mailboxUrl)
  await post(owner, 'First patient')
  const opened = reader.page.waitForResponse(res => res.url().includes('/api/live') && res.ok())
  let lastCall = Date.now()
  reader.page.on('request', () => {
    lastCall = Date.now()
  })
  await reader.open('/view-requests')
  await requestCardOf(reader, 'First patient').waitFor()
  await opened
  const showNew = () => reader.press(/^\d+ new requests?$/)
  // What the stream has named by now is fetched after seconds; the outage begins after that.
  await expect.poll(() => Date.now() - lastCall).toBeGreaterThan(QUIET_MS)

  signalPostgres(dataDir, 'SIGSTOP')
  await expect.poll(async () => (await fetch(`${proxy.url}/readyz`)).status).toBe(503)
  signalPostgres(dataDir, 'SIGCONT')
  await expect.poll(async () => (await fetch(`${proxy.url}/readyz`)).status).toBe(200)
  await post(owner, 'Second patient')
  await showNew()
  await requestCardOf(reader, 'Second patient').waitFor()

  reader.expects(/^(lost|50\d) GET \/api\/live/)
  await server.stop()
  await reader.page.waitForEvent('requestfailed', req => req.url().includes('/api/live'))
  await start()
  await post(owner, 'Third patient')
  await showNew()
  await requestCardOf(reader, 'Third patient').waitFor()
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import type pg from 'pg'
import type { CleanUp } from '../clean-up.ts'
import type { Setup } from '../setup.ts'
import { CATEGORIES, type PageResult, scoreOf } from './report.ts'

/** Odd, so that there is a median run. */
const RUNS = 3

/**
 * How often a page is visited until its trace is whole: Chromium now and then leaves out the start of the navigation (one
 * visit of sixteen, on any page), and Lighthouse then asks to be run again.
 */
const MAX_VISITS = 3

/** A public page of a blood request, which search engines may not find. */
const SHARED_PAGE = `/r/${'0'.repeat(26)}`
const PUBLIC_PAGES = ['/', '/privacy', '/help', SHARED_PAGE]
const MEMBERS_PAGES = [
  '/find-donors',
  '/view-requests',
  '/dashboard',
  '/post-request',
  '/register-donor',
  '/edit-donor-profile',
  '/account',
]

/** Where each page's report is, with what keeps it from 100; ignored by git. */
const REPORTS = join(import.meta.dirname, '../../.build/lighthouse')

/**
 * Measures pages of the product with Lighthouse as on a phone of the middle class.
 * @throws when there is no Chromium, or a page does not show
 */
export async function visitPages(
  { db, targets }: Setup,
  cleanUp: CleanUp,
  report: (line: string) => void,
): Promise<PageResult[]> {
  const { origin, cookies } = targets.ours
  await storeSharedPage(db)
  await mkdir(REPORTS, { recursive: true })
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
  })
  cleanUp(() => chrome.kill())
  const flags: Flags = { port: chrome.port, logLevel: 'error', output: 'html' }
  report('Lighthouse measures the processor')
  const first = await visit(origin, '/', flags)
  const throttling = { cpuSlowdownMultiplier: slowdownFor(first.lhr.environment.benchmarkIndex) }
  const found: PageResult[] = []
  for (const page of [...PUBLIC_PAGES, ...MEMBERS_PAGES]) {
    const onlyCategories = CATEGORIES.filter(category => page !== SHARED_PAGE || category !== 'seo')
    const extraHeaders = MEMBERS_PAGES.includes(page) ? { cookie: cookies.member } : null
    const runs: Visit[] = []
    for (let run = 1; run <= RUNS; run++) {
      report(`Lighthouse on ${page}, run ${run} of ${RUNS}`)
      runs.push(await visit(origin, page, { ...flags, onlyCategories, throttling, extraHeaders }))
    }
    // The only score that varies between runs.
    runs.sort((one, other) => Number(scoreOf(one, 'performance')) - Number(scoreOf(other, 'performance')))
    const middle = runs[(RUNS - 1) / 2] as Visit
    await writeFile(join(REPORTS, `${page.slice(1).replaceAll('/', '-') || 'start'}.html`), middle.html)
    found.push(middle)
  }
  return found
}

/** Makes a public page for the newest active blood request. */
const storeSharedPage = (db: pg.Client) =>
  db.query(
    `insert into share_pages (code, blood_request_id)
     select $1, id from blood_requests where status = 'active' and not is_hidden order by requested_at desc limit 1`,
    [SHARED_PAGE.slice('/r/'.length)],
  )

/**
 * By which factor to slow down this machine's processor, so that Lighthouse measures a phone of the middle class. Its
 * default, 4, is meant for fast desktops; the slowest machines are as slow as the phone.
 * @param benchmarkIndex as Lighthouse measures it
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const slowdownFor = (benchmarkIndex: number) => (benchmarkIndex >= 1_500 ? 4 : benchmarkIndex >= 800 ? 2 : 1)

type Visit = PageResult & { html: string }

async function visit(origin: string, page: string, flags: Flags): Promise<Visit> {
  for (let visits = 1; ; visits++) {
    const result = await lighthouse(origin + page, flags)
    const error = result?.lhr.runtimeError
    if (error?.code === 'NO_NAVSTART' && visits < MAX_VISITS) continue
    if (!result || error) throw new Error(`${page} did not load: ${error?.message}`)
    const { lhr, report } = result
    if (new URL(lhr.finalDisplayedUrl).pathname !== page)
      throw new Error(`Lighthouse measured ${lhr.finalDisplayedUrl} instead of ${page}.`)
    return { page, lhr, html: String(report) }
  }
}

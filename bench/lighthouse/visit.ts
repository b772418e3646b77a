import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { median } from '../figures.ts'
import type { Options } from '../options.ts'
import { SHARED_PAGE } from '../pages.ts'
import type { Setup } from '../setup.ts'
import { CATEGORIES, type PageResult, scoreOf } from './report.ts'

/** npm fetches it when it is asked for: a quarter of all packages would be there for these measurements alone. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

/**
 * How often a page is visited until its trace is whole: Chromium now and then leaves out the start of the navigation (one
 * visit of sixteen, on any page), and Lighthouse then asks to be run again. On a busy machine Chromium may answer too late.
 */
const MAX_VISITS = 3
const PASSING_ERRORS = ['NO_NAVSTART', 'PROTOCOL_TIMEOUT']

/** Where the report of each page's last run is, with what keeps it from 100; ignored by git. */
const REPORTS = join(import.meta.dirname, '../../.build/lighthouse')

/**
 * Measures pages of the product with Lighthouse as on a phone of the middle class, and reports the scores of each visit.
 * Each is measured once a round; an odd number has a median.
 * @throws when there is no Chromium, or a page does not show
 */
export async function visitPages({ db, targets }: Setup, { pages, rounds }: Options): Promise<PageResult[]> {
  const { origin, cookies } = targets.ours
  await storeSharedPage(db)
  await mkdir(REPORTS, { recursive: true })
  console.error('Lighthouse measures the processor')
  // One measurement of a busy machine may be half of the next.
  const indexes: number[] = []
  for (let run = 1; run <= 3; run++)
    indexes.push((await visit(origin, '/', [])).lhr.environment.benchmarkIndex)
  const slowdown = slowdownFor(median(indexes))
  const found: PageResult[] = []
  for (const { path, as } of pages) {
    const categories = CATEGORIES.filter(category => path !== SHARED_PAGE || category !== 'seo')
    const flags = [
      // For it Lighthouse enlarges the window, in which a list would load all its pages.
      '--disable-full-page-screenshot',
      `--only-categories=${categories.join(',')}`,
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ]
    if (as !== 'visitor') flags.push(`--extra-headers=${JSON.stringify({ cookie: cookies[as] })}`)
    const runs: PageResult[] = []
    for (let run = 1; run <= rounds; run++) {
      const result = await visit(origin, path, flags)
      const scores = CATEGORIES.map(category => `${category} ${scoreOf(result, category) ?? '–'}`)
      console.error(`${path}, ${run} of ${rounds}: ${scores.join(', ')}`)
      runs.push(result)
    }
    // The only score that varies between runs.
    runs.sort((one, other) => Number(scoreOf(one, 'performance')) - Number(scoreOf(other, 'performance')))
    found.push(runs[Math.floor((rounds - 1) / 2)] as PageResult)
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

type Report = PageResult['lhr'] & {
  finalDisplayedUrl: string
  runtimeError?: { code: string; message: string }
}

async function visit(origin: string, page: string, flags: string[]): Promise<PageResult> {
  const name = join(REPORTS, page.slice(1).replaceAll('/', '-') || 'start')
  const command = ['exec', '--yes', '--', LIGHTHOUSE, origin + page, '--quiet', `--output-path=${name}`]
  for (let visits = 1; ; visits++) {
    await rm(`${name}.report.json`, { force: true })
    const ended = promisify(execFile)(
      'npm',
      [...command, '--output=json', '--output=html', `--chrome-flags=${CHROME_FLAGS}`, ...flags],
      { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' } },
    )
    // An error of the page is in the report, too.
    const failure = await ended.then(() => null, String)
    const written = await readFile(`${name}.report.json`, 'utf8').catch(() => null)
    if (written === null) throw new Error(`Lighthouse cannot be run: ${failure}`)
    const lhr: Report = JSON.parse(written)
    const { runtimeError: error, finalDisplayedUrl } = lhr
    if (error && PASSING_ERRORS.includes(error.code) && visits < MAX_VISITS) continue
    if (error) throw new Error(`${page} did not load: ${error.message}`)
    if (failure !== null) throw new Error(`Lighthouse failed on ${page}: ${failure}`)
    if (new URL(finalDisplayedUrl).pathname !== page)
      throw new Error(`Lighthouse measured ${finalDisplayedUrl} instead of ${page}.`)
    return { page, lhr }
  }
}

const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu'

import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import type { Target } from '../calls.ts'
import type { CleanUp } from '../clean-up.ts'
import { failedAudits } from './failed-audits.ts'
import { CATEGORIES, type Category, type PageScores } from './scores.ts'
import { SHARED_PAGE } from './shared-page.ts'
import { slowdownFor } from './slowdown.ts'

/** Odd, so that there is a median run. */
const RUNS = 3

/**
 * How often a page is visited until its trace is whole: Chromium now and then leaves out the start of the navigation (one
 * visit of sixteen, on any page), and Lighthouse then asks to be run again.
 */
const MAX_VISITS = 3

/** The measured pages, and whether the visitor is signed in and search engines may find the page. */
const PAGES = [
  { page: '/', isSignedIn: false },
  { page: '/privacy', isSignedIn: false },
  { page: '/help', isSignedIn: false },
  { page: SHARED_PAGE, isSignedIn: false, isIndexed: false },
  { page: '/find-donors', isSignedIn: true },
  { page: '/view-requests', isSignedIn: true },
  { page: '/dashboard', isSignedIn: true },
  { page: '/post-request', isSignedIn: true },
  { page: '/register-donor', isSignedIn: true },
  { page: '/edit-donor-profile', isSignedIn: true },
  { page: '/account', isSignedIn: true },
]

type Flagged = NonNullable<Flags>

/**
 * Measures pages of the product with Lighthouse as on a phone of the middle class.
 * @throws when there is no Chromium, or a page does not show
 */
export async function visitPages(
  { origin, cookies }: Target,
  { cleanUp, report }: { cleanUp: CleanUp; report: (line: string) => void },
): Promise<PageScores[]> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
  })
  cleanUp(() => chrome.kill())
  report('Lighthouse measures the processor')
  const first = await visit({ origin, page: '/' }, { port: chrome.port, logLevel: 'error' })
  const cpuSlowdownMultiplier = slowdownFor(first.benchmarkIndex)
  const found: PageScores[] = []
  for (const { page, isSignedIn, isIndexed = true } of PAGES) {
    const onlyCategories = CATEGORIES.filter(category => isIndexed || category !== 'seo')
    const flags: Flagged = {
      ...{ port: chrome.port, onlyCategories, logLevel: 'error' },
      throttling: { cpuSlowdownMultiplier },
      ...(isSignedIn && { extraHeaders: { cookie: cookies.member } }),
    }
    const runs: PageScores[] = []
    for (let run = 0; run < RUNS; run++) {
      report(`Lighthouse on ${page}, run ${run + 1} of ${RUNS}`)
      runs.push(await visit({ origin, page }, flags))
    }
    found.push(middleOf(runs))
  }
  return found
}

async function visit(
  { origin, page }: { origin: string; page: string },
  flags: Flagged,
): Promise<PageScores> {
  let result = await lighthouse(origin + page, flags)
  for (let visits = 1; isWithoutTrace(result) && visits < MAX_VISITS; visits++)
    result = await lighthouse(origin + page, flags)
  if (!result || result.lhr.runtimeError)
    throw new Error(`${page} did not load: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  if (new URL(lhr.finalDisplayedUrl).pathname !== page)
    throw new Error(`Lighthouse measured ${lhr.finalDisplayedUrl} instead of ${page}.`)
  const scoreOf = (category: Category) => {
    const measured = lhr.categories[category]
    return measured ? Math.round((measured.score ?? 0) * 100) : null
  }
  return {
    page,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    benchmarkIndex: lhr.environment.benchmarkIndex,
    slowdown: lhr.configSettings.throttling.cpuSlowdownMultiplier,
    // The port differs between runs.
    failedAudits: failedAudits(lhr).map(line => line.replaceAll(origin, '')),
  }
}

const isWithoutTrace = (result: Awaited<ReturnType<typeof lighthouse>>) =>
  result?.lhr.runtimeError?.code === 'NO_NAVSTART'

/** The run with the median performance, the only score that varies between runs. */
function middleOf(runs: PageScores[]): PageScores {
  const sorted = runs.toSorted(
    (one, other) => Number(one.scores.performance) - Number(other.scores.performance),
  )
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('No page was measured.')
  return middle
}

import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import type { AtEnd } from '../at-end.ts'
import type { Target } from '../calls.ts'
import { failingOf } from './failing.ts'
import { CATEGORIES, type PageScores } from './scores.ts'

/** Of an odd number of runs one is in the middle. */
const RUNS = 3

/** Those that people wait for, and whether somebody is signed in there. */
const PAGES = [
  { page: '/', isSignedIn: false },
  { page: '/find-donors', isSignedIn: true },
  { page: '/view-requests', isSignedIn: true },
]

type Flagged = NonNullable<Flags>

/**
 * Lets Lighthouse visit pages of the product as a phone does.
 * @throws when there is no Chromium, or a page does not show
 */
export async function visitPages(
  { origin, cookies }: Target,
  { atEnd, say }: { atEnd: AtEnd; say: (line: string) => void },
): Promise<PageScores[]> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
  })
  atEnd(() => chrome.kill())
  const found: PageScores[] = []
  for (const { page, isSignedIn } of PAGES) {
    const flags: Flagged = {
      ...{ port: chrome.port, onlyCategories: [...CATEGORIES], logLevel: 'error' },
      ...(isSignedIn && { extraHeaders: { cookie: cookies.member } }),
    }
    const runs: PageScores[] = []
    for (let run = 0; run < RUNS; run++) {
      say(`Lighthouse on ${page}, run ${run + 1} of ${RUNS}`)
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
  const result = await lighthouse(origin + page, flags)
  if (!result || result.lhr.runtimeError)
    throw new Error(`${page} does not show: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  if (new URL(lhr.finalDisplayedUrl).pathname !== page)
    throw new Error(`Lighthouse was to see ${page} and has seen ${lhr.finalDisplayedUrl}.`)
  const scoreOf = (category: (typeof CATEGORIES)[number]) =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100)
  return {
    page,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    // The port is another one at each run.
    failing: failingOf(lhr).map(line => line.replaceAll(origin, '')),
  }
}

/** The run with the middle performance: the one figure that differs from run to run. */
function middleOf(runs: PageScores[]): PageScores {
  const sorted = runs.toSorted((one, other) => one.scores.performance - other.scores.performance)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was visited.')
  return middle
}

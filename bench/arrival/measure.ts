import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { inWords, median, tableOf } from '../figures.ts'
import type { Options } from '../options.ts'
import { WITHOUT_LIMITS } from '../without-limits.ts'
import { VISITED_PAGES, type VisitedPage } from './pages.ts'
import { type Arrival, type StorageState, visit } from './visit.ts'

const THIS_CHECKOUT = join(import.meta.dirname, '../..')
/** Where Debian installs those that `npm test` looks for, in its order. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const MEASURES = ['first paint', 'answer in sight', 'usable']

/** A checkout that runs, with what its pages took in each round. */
type Product = {
  url: string
  people: Map<VisitedPage['as'], StorageState>
  arrivals: Map<VisitedPage, Arrival[]>
}

/**
 * Measures what people wait for on a slow phone, in the demo of this checkout and of the one in the folder `before`, in turn.
 * @returns the table
 */
export async function measureArrival(
  { before, rounds }: Pick<Options, 'before' | 'rounds'>,
  cleanUp: AsyncDisposableStack,
): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? BROWSERS.find(existsSync) ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    // Playwright would end this process before the data folders are removed.
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  cleanUp.defer(() => browser.close())
  const products: Product[] = []
  for (const checkout of before ? [before, THIS_CHECKOUT] : [THIS_CHECKOUT])
    products.push(await startDemo(checkout, browser, cleanUp))
  // Round 0 is not counted: the servers compress their pages for the first time, and each control is pressed.
  for (let round = 0; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`)
    for (const page of startingAt(round, VISITED_PAGES))
      for (const { url, people, arrivals } of startingAt(round, products)) {
        const storageState = people.get(page.as) as StorageState
        const arrival = await visit(browser, url + page.path, page, { storageState, isPressed: round === 0 })
        if (round > 0) arrivals.set(page, [...(arrivals.get(page) ?? []), arrival])
      }
  }
  return inMarkdown(products, rounds)
}

/** In another order each round. */
const startingAt = <T>(round: number, all: T[]): T[] =>
  all.map((_, nth) => all[(round + nth) % all.length] as T)

/** Starts the demo of a checkout on a port and a data folder of its own, which is removed at the end. */
async function startDemo(
  checkout: string,
  browser: Browser,
  cleanUp: AsyncDisposableStack,
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-arrival-'))
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const launcher = pathToFileURL(join(checkout, 'server/src/testing/launch-product.ts')).href
  const { launchServer }: typeof import('@blood-bank/server/testing/launch-product') = await import(launcher)
  const environment = { NODE_ENV: 'development', LOG_LEVEL: 'warn', ...WITHOUT_LIMITS }
  const stdio: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit']
  const server = await launchServer({ dataDir, args: ['demo'], environment, stdio })
  cleanUp.defer(async () => {
    server.signal('SIGTERM')
    await server.ended
  })
  await server.ready
  const people: Product['people'] = new Map()
  for (const { as } of VISITED_PAGES)
    if (!people.has(as)) people.set(as, await signIn(browser, server.url, as))
  return { url: server.url, people, arrivals: new Map() }
}

async function signIn(browser: Browser, url: string, login: VisitedPage['as']): Promise<StorageState> {
  const context = await browser.newContext()
  if (login) {
    const data = { email: login.email, password: login.password }
    const reply = await context.request.post(`${url}/api/session`, { data, headers: { origin: url } })
    if (!reply.ok()) throw new Error(`${login.email} could not sign in: ${reply.status()}`)
  }
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

function inMarkdown(products: Product[], rounds: number): string {
  const rows = VISITED_PAGES.flatMap(page =>
    MEASURES.flatMap((measure, nth) => {
      const series = products.map(({ arrivals }) =>
        (arrivals.get(page) ?? []).flatMap(arrival => arrival[nth] ?? []),
      )
      const [before = [], after] = series
      if (before.length === 0) return []
      const ratio = after ? [(median(after) / median(before)).toFixed(2)] : []
      return [[`\`${page.path}\` ${measure}`, ...series.map(times => inWords(times, inWholeMs)), ...ratio]]
    }),
  )
  return [
    '# What people wait for on a slow phone',
    `In ms, medians with minimum and maximum in parentheses; rounds: ${rounds}.`,
    tableOf(['page', ...(products.length > 1 ? ['before', 'after', 'ratio'] : ['time'])], rows),
    '',
  ].join('\n\n')
}

const inWholeMs = (ms: number) => Math.round(ms).toLocaleString('en-US')

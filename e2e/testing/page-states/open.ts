import type { BrowserContext, Page } from '@playwright/test'
import { type PageState, PEOPLE, type Person, type StubbedReply } from './page-state.ts'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

const known = new Map<Person, Cookies>()

/** Signs in a user of the demo without a page, once for all states, because sign-ins are limited. */
export async function signInAs(context: BrowserContext, siteUrl: string, person: Person): Promise<void> {
  const [email, password] = PEOPLE[person] ?? []
  if (!email || !password) return
  const cookies = known.get(person)
  if (cookies) return context.addCookies(cookies)
  const reply = await context.request.post(`${siteUrl}/api/session`, {
    data: { email, password },
    headers: { origin: siteUrl },
  })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()}`)
  known.set(person, await context.cookies())
}

/**
 * Pages that are opened from now on come without data, as those that a browser fetches in advance: what their calls are to
 * be answered with can then be stubbed.
 */
export const leaveDataToBrowser = (page: Page): Promise<void> =>
  page.setExtraHTTPHeaders({ purpose: 'prefetch' })

/**
 * Opens a page, brings it into its state, and waits until it has settled.
 * @param expects is told each error that a stubbed reply will be in the browser, in the format of `watchForErrors`
 */
export async function openPageState(
  page: Page,
  { path, replies = [], action, shows, hasNoScripts }: PageState,
  expects?: (error: string) => void,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(delayShortTimers)
  if (replies.length > 0) await stubReplies(page, replies, expects)
  await page.goto(path)
  // The region of the connection, outside of the page, is rendered after hydration: then the page is interactive.
  const region = page.locator('[role="status"]:not(main *)').first()
  if (!hasNoScripts) await region.waitFor({ state: 'attached' })
  await action?.(page)
  // A heading of a table is hidden on a phone, where the facts of a row have it.
  await page.getByText(shows).filter({ visible: true }).first().waitFor()
  await page.evaluate(waitUntilSettled)
}

/** Answers calls of a page in place of the server, as the tests of the web do. */
export async function stubReplies(
  page: Page,
  replies: StubbedReply[],
  expects?: (error: string) => void,
): Promise<void> {
  await leaveDataToBrowser(page)
  for (const { endpoint, answer, query = '' } of replies) {
    const { method } = endpoint
    // Ids and codes are longer than the words in paths; a kind is a word.
    const path = new RegExp(`^${endpoint.path.replace(':kind', '[^/]+').replace(/:\w+/g, '[^/]{20,}')}$`)
    const isStubbed = ({ pathname, search }: URL) => path.test(pathname) && search.includes(query)
    await page.route(isStubbed, async route => {
      if (route.request().method() !== method) return route.fallback()
      const response = await Promise.resolve(answer()).catch(() => null)
      const { pathname, search } = new URL(route.request().url())
      if (!response?.ok) expects?.(`${response?.status ?? 'lost'} ${method} ${pathname}${search}`)
      if (!response) return route.abort()
      const body = await response.text()
      return route.fulfill({ status: response.status, contentType: 'application/json', body })
    })
  }
}

/** Keeps messages and pages that would disappear after some seconds. Runs in the page. */
function delayShortTimers() {
  const { setTimeout } = window
  const isShort = (ms: number) => ms >= 2_000 && ms <= 8_000
  const delayed = (handler: () => void, ms = 0, ...rest: unknown[]) =>
    setTimeout(handler, isShort(ms) ? 3_600_000 : ms, ...rest)
  Object.assign(window, { setTimeout: delayed })
}

/** Waits for fonts and animations. Runs in the page. */
async function waitUntilSettled() {
  await document.fonts.ready
  const isMoving = () =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
  do await new Promise(resolve => setTimeout(resolve, 50))
  while (isMoving())
}

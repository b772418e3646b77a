import type { BrowserContext, Page } from 'playwright-core'
import { type Answer, PEOPLE, type Person, type Scene } from './scene.ts'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Signs somebody of the demo in, without a page; once for all scenes, as a password may be tried so often only. */
export function doorOf(siteUrl: string) {
  const known = new Map<Person, Cookies>()
  return async function signInAs(context: BrowserContext, person: Person): Promise<void> {
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
}

/** Opens the page of a scene, brings it into its state, and waits until that has come to rest. */
export async function enter(page: Page, { path, calls = {}, act, shows }: Scene): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(holdWhatPasses)
  for (const [address, answer] of Object.entries(calls)) await answerWith(page, address, answer)
  await page.goto(path)
  // The region of toasts comes last of all: then the page is alive, also the one that came ready to read.
  await page.getByRole('status').first().waitFor({ state: 'attached' })
  await act?.(page)
  await page.getByText(shows).first().waitFor()
  await page.evaluate(atRest)
}

const answerWith = (page: Page, address: string, answer: Answer) =>
  page.route(address, route => {
    if (answer === 'stalls') return
    if (answer === 'fails') return route.abort()
    if ('method' in answer && answer.method !== route.request().method()) return route.continue()
    const status = 'status' in answer && typeof answer.status === 'number' ? answer.status : 200
    return route.fulfill({ status, json: answer })
  })

/** What is shown for some seconds, a message or a page that leads on, stays to be looked at. Runs in the page. */
function holdWhatPasses() {
  const { setTimeout } = window
  const isPassing = (ms: number) => ms >= 2_000 && ms <= 8_000
  const held = (act: () => void, ms = 0, ...rest: unknown[]) =>
    setTimeout(act, isPassing(ms) ? 3_600_000 : ms, ...rest)
  Object.assign(window, { setTimeout: held })
}

/** Waits until letters have their shapes and what comes in is there. Runs in the page. */
async function atRest() {
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

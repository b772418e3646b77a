import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, type MockInstance, vi } from 'vitest'
import { endTakeOver } from '../session/sent-page.ts'
import { setTime } from '../ui/browser/clock.ts'
import { sayLater } from '../ui/feedback/late-message.ts'
import { refuseChangingTexts, watchChangingTexts } from './changing-texts.ts'
import { computePlainStyles } from './plain-styles.ts'
import { abandonPages } from './render-page.tsx'
import { withoutBrowser } from './server-page.ts'
import { refuseUnexpectedCalls } from './stub-server.ts'
import { imitateTopLayer } from './top-layer.ts'
import { translatePages } from './translator.ts'

configure({
  // Pages are lazy: the first test that opens one waits for its compilation, for long on a busy machine.
  asyncUtilTimeout: 40_000,
})

// React records where each element was created, up to 10,000 times a second, to say so in its warnings. This takes a quarter
// of the time of these tests.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
})

vi.mock('react-dom/server', async original => {
  const server = await original<typeof import('react-dom/server')>()
  const renderToString: typeof server.renderToString = page =>
    withoutBrowser(() => server.renderToString(page))
  return { ...server, renderToString }
})

computePlainStyles()
imitateTopLayer()
// `npm run test:long` runs all tests with both.
if (process.env.PAGES === 'translated') translatePages()
else watchChangingTexts()

let consoleError: MockInstance<typeof console.error>

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error')
  deleteCookies()
})

/** A page of an earlier test, maybe of another file, may have remembered where its visitor wanted to go. */
function deleteCookies() {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the browser that the tests imitate has no Cookie Store.
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
}

afterEach(() => {
  abandonPages()
  cleanup()
  endTakeOver()
  setTime(null)
  // What a test added beside the pages: files share the document.
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
  sayLater(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const errors = consoleError.mock.calls.map(call => format(...call))
  vi.restoreAllMocks()
  refuseUnexpectedCalls()
  refuseChangingTexts()
  if (errors.length > 0) throw new Error(`console.error was called: ${errors.join('; ')}`)
})

// Files share modules. A lazy part that is still loading at the end of its file would fail, and its fallback would be
// shown in the files that follow.
afterAll(() => vi.dynamicImportSettled())

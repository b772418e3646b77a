import {
  addRoute,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { findKeptList } from '../offline/kept-requests.ts'
import { fetchAndKeep, fetchSession, isKeptList, isSession } from './keeping.ts'
import { NO_PAGES, refuseOutage, SHELL } from './pages.ts'

/**
 * Runs in the browsers of those who asked for it on /offline-access. What is not named here it leaves alone, as
 * if it were not there: every other call, the documentation, the mailbox, downloads.
 */
declare const self: ServiceWorkerGlobalScope

/** The files of this build; put in by the build. */
declare const BUILT_FILES: PrecacheEntry[]

/** How long a person waits for the network, before the shell of the site stands in for it. */
const PAGE_PATIENCE_S = 4

precache(BUILT_FILES)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()

// There is one build at a time for everybody: a page of the old one finds its server gone, too.
self.skipWaiting()
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

const shellInstead = new PrecacheFallbackPlugin({ fallbackURL: SHELL })
const fromServer = new NetworkOnly({
  networkTimeoutSeconds: PAGE_PATIENCE_S,
  plugins: [{ fetchDidSucceed: refuseOutage }, shellInstead],
})
registerRoute(
  new NavigationRoute(
    options => {
      options.event.waitUntil(findKeptList())
      return fromServer.handle(options)
    },
    { denylist: NO_PAGES },
  ),
)

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isSession(url),
  ({ request, event }) => fetchSession(request, work => event.waitUntil(work)),
)

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isKeptList(url),
  ({ request, event }) => fetchAndKeep(request, work => event.waitUntil(work)),
)

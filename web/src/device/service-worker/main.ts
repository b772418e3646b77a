import {
  addRoute,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { findOfflineList } from '../offline/offline-list.ts'
import { followSubscriptionChange } from '../push/subscription.ts'
import { answerPress, showAlert } from './alert-notifications.ts'
import { failOnOutage, NON_PAGE_PATHS, restoreDamagedAddress, SHELL } from './pages.ts'
import { fetchAndSaveList, fetchSessionForPage, isOfflineList, isSessionCall } from './save-offline-list.ts'

/**
 * Runs in the browsers of people who turned on offline access or notifications. It handles only the requests named here
 * and ignores all others: other calls, the documentation, the mailbox, downloads.
 */
declare const self: ServiceWorkerGlobalScope

/** The files of this build, defined by the build. */
declare const BUILT_FILES: PrecacheEntry[]

/** How long a navigation waits for the network before the cached shell of the site is shown. */
const PAGE_TIMEOUT_S = 4

precache(BUILT_FILES)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()

// Only one build is deployed at a time: pages of the old build can't load their parts from the server either.
self.skipWaiting()
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

const shellFallback = new PrecacheFallbackPlugin({ fallbackURL: SHELL })
const fromServer = new NetworkOnly({
  networkTimeoutSeconds: PAGE_TIMEOUT_S,
  plugins: [{ fetchDidSucceed: failOnOutage, handlerDidError: restoreDamagedAddress }, shellFallback],
})
registerRoute(
  new NavigationRoute(
    options => {
      options.event.waitUntil(findOfflineList())
      return fromServer.handle(options)
    },
    { denylist: NON_PAGE_PATHS },
  ),
)

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isSessionCall(url),
  ({ request, event }) => fetchSessionForPage(request, work => event.waitUntil(work)),
)

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isOfflineList(url),
  ({ request, event }) => fetchAndSaveList(request, work => event.waitUntil(work)),
)

self.addEventListener('push', event => event.waitUntil(showAlert(self.registration, event.data)))
self.addEventListener('notificationclick', event => event.waitUntil(answerPress(event, self)))
self.addEventListener('pushsubscriptionchange', event =>
  event.waitUntil(followSubscriptionChange(self.registration)),
)

/** Whether the service worker stands behind this page: its person asked for that on /offline-access. */
export const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller)

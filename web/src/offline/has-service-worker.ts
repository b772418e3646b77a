/** Whether a service worker controls this page. People turn it on at /offline-access. */
export const hasServiceWorker = (): boolean => Boolean(navigator.serviceWorker?.controller)

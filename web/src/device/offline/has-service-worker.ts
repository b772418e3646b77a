/** Whether the service worker controls this page: offline access or notifications are on in this browser. */
export const hasServiceWorker = (): boolean => Boolean(navigator.serviceWorker?.controller)

/** Leads to where one chooses it, by loading that page: the right to register a service worker comes with it. */
export const OfflineAccessLink = () => <a href="/offline-access">Keep requests for when I am offline</a>

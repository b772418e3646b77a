/** A link to the setting. It loads the document, as only that page's policy allows registering a service worker. */
export const OfflineAccessLink = () => <a href="/offline-access">Read requests while you're offline</a>

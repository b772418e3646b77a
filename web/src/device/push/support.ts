/** Whether this browser can show notifications; `home-screen-needed` on an iPhone or iPad, once the site is an app. */
export type PushSupport = 'supported' | 'home-screen-needed' | 'unsupported'

export function findPushSupport(): PushSupport {
  const isSupported =
    navigator.serviceWorker && 'PushManager' in window && 'Notification' in window && 'caches' in window
  if (isSupported) return 'supported'
  return isAppleMobile() && !isHomeScreenApp() ? 'home-screen-needed' : 'unsupported'
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isHomeScreenApp = () => (navigator as { standalone?: boolean }).standalone === true

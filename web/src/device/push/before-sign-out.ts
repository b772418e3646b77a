/**
 * Turns off notifications in this browser, if they are on: the next person here must not see them. Never fails. Every
 * page has this file, few need the rest, which the service worker has cached.
 */
export async function stopNotifications(): Promise<void> {
  try {
    if (await navigator.serviceWorker?.getRegistration())
      await (await import('./this-device.ts')).leaveDevice()
  } catch {}
}

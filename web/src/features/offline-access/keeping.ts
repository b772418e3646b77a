import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests'
import { call } from '../../api/call.ts'
import { forgetKept } from '../../offline/forget-kept.ts'
import { findChooser, keepList, noteChooser, openKept } from '../../offline/kept-requests.ts'
import { mayRegister, workerAddress } from './trusted-address.ts'

export type Keeping = 'kept' | 'not kept' | 'not possible'

/** Whether this browser keeps the list for a person; another's choice does not count. */
export async function readKeeping(userId: string): Promise<Keeping> {
  if (!navigator.serviceWorker || !globalThis.caches) return 'not possible'
  const [registration, chooser] = await Promise.all([
    navigator.serviceWorker.getRegistration(),
    findChooser(),
  ])
  return registration && chooser === userId ? 'kept' : 'not kept'
}

/**
 * Has this browser keep the list for a person from now on, beginning with what it is now; settles when it can be
 * read offline. Throws the `Refusal` of the list, or an error in the words of the browser;
 * nothing is left behind then.
 */
export async function startKeeping(userId: string): Promise<void> {
  if (!mayRegister()) throw new Error('Please reload this page and try again.')
  await forgetKept()
  try {
    await isActive(await navigator.serviceWorker.register(workerAddress()))
    const place = await openKept()
    const list = await call(listActiveBloodRequests, { query: {} })
    await noteChooser(userId)
    await keepList(place, JSON.stringify(list))
  } catch (error) {
    // Half of it would be a worker that nobody knows of.
    await stopKeeping()
    throw error
  }
}

/** Wipes everything of it from this browser. It needs no network, so that one can be rid of it anywhere. */
export async function stopKeeping(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/** Settles when the worker has all files of the site and is at work. */
const isActive = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const look = () => {
      if (worker?.state === 'activated') resolve()
      else if (!worker || worker.state === 'redundant') reject(new Error('The site could not be kept.'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })

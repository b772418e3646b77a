import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

type Check = () => Promise<unknown>

const checks: Check[] = []

/** Registers what finds out whether the site answers. Returns a function that unregisters it. */
export function registerConnectionCheck(check: Check): () => void {
  checks.push(check)
  return () => void checks.splice(checks.indexOf(check), 1)
}

/** Finds out whether there is a connection, for a call without a reply: one lost call is not a lost connection. */
export async function isConnected(): Promise<boolean> {
  await checks.at(-1)?.()
  return onlineManager.isOnline()
}

/** Whether there is a connection, as far as is known. The server renders pages as if there were one. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    () => true,
  )

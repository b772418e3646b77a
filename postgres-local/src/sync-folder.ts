import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a rename survive a power failure: it is durable only after its folder was synced. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'

export type Owner = { uid: number; gid: number }

/**
 * Makes the run folder anew: private to the owner, empty but for the library links. Call it under the
 * lock of the data folder. Throws when somebody else's folder stands in its place.
 */
export function makeRunFolder({ path, run }: DataFolder, binaries: Binaries, owner: Owner): void {
  if (dirname(run) !== path) refuseStrangers(run, owner)
  rmSync(run, { recursive: true, force: true })
  mkdirSync(run, { mode: 0o700 })
  linkLibraries(binaries.native, librariesIn(run))
  // Also what is in it, or its owner could not empty it after a start by root.
  for (const path of [librariesIn(run), run]) chownSync(path, owner.uid, owner.gid)
}

export const librariesIn = (run: string) => join(run, 'lib')

/** Leaves nothing behind, above all not under /tmp; what it cannot remove the next start does. */
export function removeRunFolder(run: string): void {
  try {
    rmSync(run, { recursive: true, force: true })
  } catch {}
}

// Under /tmp anyone can make something of this name, and root would remove what is not its own. What is
// ours is removed in any case: the folder that the socket gets was made just now, and by us.
function refuseStrangers(run: string, owner: Owner): void {
  const found = lstatSync(run, { throwIfNoEntry: false })
  if (!found || found.uid === process.geteuid?.() || found.uid === owner.uid) return
  throw new Error(`${run} belongs to another user (id ${found.uid}). Remove it, or choose another DATA_DIR.`)
}

/**
 * npm packages hold no symbolic links; this one's install script would make them, and npm runs no
 * script that nobody allowed. They are made here and not in node_modules, which may be read-only and
 * serves several copies at once. One folder has every library under every name it is asked for by,
 * for a library found through a link looks for its own libraries beside the link.
 */
export function linkLibraries(native: string, links: string): void {
  mkdirSync(links)
  const lib = join(native, 'lib')
  for (const file of readdirSync(lib)) {
    if (file.includes('.so.')) symlinkSync(join(lib, file), join(links, file))
  }
  for (const { source, target } of readMissingLinks(native)) {
    const link = join(links, basename(target))
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(join(lib, basename(source)), link)
  }
}

function readMissingLinks(native: string): { source: string; target: string }[] {
  return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
}

import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'

export type Owner = { uid: number; gid: number }

/**
 * Recreates the run folder: private to the owner and empty except for the links to libraries. The caller must hold the
 * lock of the data folder. Throws if the folder belongs to another user.
 */
export function makeRunFolder({ path, run }: DataFolder, binaries: Binaries, owner: Owner): void {
  if (dirname(run) !== path) refuseForeignFolder(run, owner)
  rmSync(run, { recursive: true, force: true })
  mkdirSync(run, { mode: 0o700 })
  linkLibraries(binaries.native, librariesIn(run))
  // Also its content, because otherwise its owner could not empty it after a start by root.
  for (const path of [librariesIn(run), run]) chownSync(path, owner.uid, owner.gid)
}

export const librariesIn = (run: string) => join(run, 'lib')

/** Removes the run folder, which may be under /tmp. What cannot be removed now is removed at the next start. */
export function removeRunFolder(run: string): void {
  try {
    rmSync(run, { recursive: true, force: true })
  } catch {}
}

// Under /tmp anyone can create something of this name, and root would remove another user's files. Our own folder is
// always removed, so that the socket's folder is known to be new and ours.
function refuseForeignFolder(run: string, owner: Owner): void {
  const found = lstatSync(run, { throwIfNoEntry: false })
  if (!found || found.uid === process.geteuid?.() || found.uid === owner.uid) return
  throw new Error(`${run} belongs to another user (id ${found.uid}). Remove it, or choose another DATA_DIR.`)
}

/**
 * npm packages contain no symbolic links; the package's install script would create them, but npm runs no script that
 * was not allowed. They are created here and not in node_modules, which may be read-only and is shared by several
 * instances. One folder has every library under all its names, because a library that was found through a link looks
 * for its own libraries beside the link.
 */
function linkLibraries(native: string, links: string): void {
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

import { constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

type Launch = { launcher: string[]; uid?: number | undefined }

/**
 * How root runs a program of this checkout as another user, who can read the checkout also where a folder on the way to it
 * is closed to others, as private home folders and those of `mktemp -d` are.
 * @param uid the user to run as; undefined for a program that stays root and itself starts others as another user
 * @returns what to put before the program and its arguments, and the user to spawn that as
 */
export function inOpenCheckout(uid: number | undefined): Launch {
  const closed = outermostClosedFolder()
  if (closed === undefined) return { launcher: [], uid }
  const asUser = [SETPRIV, `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--']
  const launcher = [UNSHARE, '--mount', '--', 'sh', '-c', OPEN, 'sh', closed, CHECKOUT]
  return { launcher: uid === undefined ? launcher : [...launcher, ...asUser] }
}

/** The outermost folder, down to the checkout, that its mode closes to other users; undefined if they can enter all. */
function outermostClosedFolder(): string | undefined {
  const isOpen = (path: string, mode: number) => (statSync(path).mode & mode) === mode
  const self = fileURLToPath(import.meta.url)
  if (!isOpen(self, constants.S_IROTH))
    throw new Error(
      `Other users cannot read ${self}, so root cannot try the program as another user. Clone with umask 022.`,
    )
  let closed: string | undefined
  for (let path = CHECKOUT; path !== dirname(path); path = dirname(path))
    if (!isOpen(path, constants.S_IXOTH)) closed = path
  return closed
}

// By their paths, because tests replace both on the PATH.
const UNSHARE = '/usr/bin/unshare'
const SETPRIV = '/usr/bin/setpriv'

// In a mount namespace of its own, an empty folder hides the closed one, and what the checkout contains is mounted at its
// own path again. The working directory still leads to the hidden checkout.
const OPEN = `
  set -e
  closed=$1 checkout=$2
  shift 2
  cd "$checkout"
  mount -t tmpfs -o mode=755 tmpfs "$closed"
  mkdir -p "$checkout"
  for entry in * .[!.]*; do
    if [ -d "$entry" ]; then mkdir "$checkout/$entry"; else : > "$checkout/$entry"; fi
    mount --no-canonicalize --bind "./$entry" "$checkout/$entry"
  done
  cd "$OLDPWD"
  exec "$@"`

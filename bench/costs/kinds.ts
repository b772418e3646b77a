import { SHARED_PAGE } from '../lighthouse/shared-page.ts'
import { type Workload, workloadOf } from '../workloads.ts'

/** A kind of call whose cost is measured. */
export type Kind = Pick<Workload, 'caller' | 'method' | 'paths' | 'body'> & {
  name: string
  /** Whether the server answers it from memory as long as nothing has changed; then it is measured without that, too. */
  isCached?: boolean
}

const get = (name: string, path: string, caller: Kind['caller'] = 'member'): Kind => ({
  ...{ name, caller, method: 'GET', paths: [path] },
})

const named = (name: string, id: string): Kind => ({ ...workloadOf(id), name })

export const KINDS: Kind[] = [
  get('landing page', '/'),
  get('public page of a request', SHARED_PAGE),
  get('who is signed in', '/api/session'),
  { ...named('search: 50 donors', 'W2'), isCached: true },
  { ...named('search: every donor of AB−', 'W1'), isCached: true },
  { ...named('50 active requests', 'W3'), isCached: true },
  named('my own requests', 'W4'),
  named('post a request', 'W5'),
  named('answer an alert', 'W10'),
  named('sign in', 'W7'),
  named('overview of admins', 'W6'),
  get('list of admins: 50 donors', '/api/admin/donors', 'admin'),
]

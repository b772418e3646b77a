import { press, sequence } from './actions.ts'
import type { PageState } from './page-state.ts'
import { A_BLOOD_REQUEST } from './replies/blood-requests.ts'

const SHARED = {
  '**/share-page': {
    sharePage: {
      url: 'https://blood.example.edu/r/0123456789abcdefghjkmnpqrs',
      createdAt: '2026-03-14T10:15:00.000Z',
    },
  },
}
const OPENED = `/view-requests?request=${A_BLOOD_REQUEST.id}`

/** Requests that their owners share, and the public pages of the demo donor's. */
export const SHARING_STATES: PageState[] = [
  ...[
    { name: 'share-page-open', path: '/r/openrequestofthedemo000000', shows: 'I can help' },
    { name: 'sign-up-poster', path: '/poster', shows: 'Scan to become a donor' },
    {
      name: 'share-page-closed',
      path: '/r/closedrequestofthedemo0000',
      shows: 'from campus helped. Thank you.',
    },
    {
      name: 'share-page-unavailable',
      path: `/r/${'0'.repeat(26)}`,
      shows: 'This page is not available',
      expectedErrors: [/^404 GET \/r\//],
    },
  ].map(state => ({ as: 'visitor' as const, hasNoScripts: true as const, ...state })),
  ...[
    {
      name: 'share-dialog',
      path: '/dashboard',
      calls: { '**/share-page': { sharePage: null } },
      action: press('Share'),
      shows: 'This becomes a public page.',
    },
    {
      name: 'share-dialog-stopping',
      path: '/dashboard',
      calls: SHARED,
      action: sequence(press('Share'), press('Stop sharing')),
      shows: 'stop working forever',
    },
    {
      name: 'view-requests-opened',
      path: OPENED,
      calls: { [`**/api/blood-requests/${A_BLOOD_REQUEST.id}`]: A_BLOOD_REQUEST },
      shows: 'Request from your link',
    },
    {
      name: 'view-requests-opened-gone',
      path: OPENED,
      shows: 'This request is no longer active.',
      expectedErrors: [/^404 GET \/api\/blood-requests\//],
    },
  ].map(state => ({ as: 'donor' as const, ...state })),
  {
    as: 'visitor',
    name: 'login-to-help',
    path: OPENED,
    shows: 'Sign in to help, or create an account first.',
  },
]

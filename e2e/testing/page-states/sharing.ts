import { readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { readSharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { refusing, replying } from '@blood-bank/web/testing/replies'
import { press, sequence } from './actions.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST } from './replies.ts'

const OPENED = `/view-requests?request=${A_BLOOD_REQUEST.id}`

/** Requests that their owners share, and the public pages of the demo donor's. */
export const SHARING_STATES: PageState[] = [
  ...statesOf('visitor', [
    { name: 'login-to-help', path: OPENED, shows: 'Sign in to help, or create an account first.' },
    {
      name: 'share-page-open',
      hasNoScripts: true,
      path: '/r/openrequestofthedemo000000',
      shows: 'I can help',
    },
    { name: 'sign-up-poster', hasNoScripts: true, path: '/poster', shows: 'Scan to become a donor' },
    {
      name: 'share-page-closed',
      hasNoScripts: true,
      path: '/r/closedrequestofthedemo0000',
      shows: 'from campus helped. Thank you.',
    },
    {
      name: 'share-page-unavailable',
      hasNoScripts: true,
      path: `/r/${'0'.repeat(26)}`,
      shows: 'This page is not available',
      expectedErrors: [/^404 GET \/r\//],
    },
  ]),
  ...statesOf('donor', [
    ...at(
      '/dashboard',
      [
        'share-dialog',
        'This becomes a public page.',
        [replying(readSharePage, { sharePage: null })],
        press('Share'),
      ],
      [
        'share-dialog-stopping',
        'stop working forever',
        [
          replying(readSharePage, {
            sharePage: {
              url: 'https://blood.example.edu/r/0123456789abcdefghjkmnpqrs',
              createdAt: '2026-03-14T10:15:00.000Z',
            },
          }),
        ],
        sequence(press('Share'), press('Stop sharing')),
      ],
    ),
    ...at(
      OPENED,
      ['view-requests-opened', 'Request from your link', [replying(readBloodRequest, A_BLOOD_REQUEST)]],
      [
        'view-requests-opened-gone',
        'This request is no longer active.',
        [refusing(readBloodRequest, 'blood-request-not-found')],
      ],
    ),
  ]),
]

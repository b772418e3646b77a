import {
  listActiveBloodRequests,
  listBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequestRecord, anAdmin, idOf } from '../testing/admin-builders.ts'
import { aPage } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { replying } from '../testing/replies.ts'
import { sample } from '../testing/test-scope.ts'

const records = (['urgent', 'moderate', 'low'] as const).map((urgency, at) =>
  aBloodRequestRecord({ id: idOf(at), urgency, userId: anAdmin().id }),
)
const SHORT = ['Urgent', 'Moderate', 'Low']
const LONG = ['Urgent (Immediate Need)', 'Moderate (Within 24-48 hours)', 'Low (Planned / Stock Up)']

test.each(
  sample(2, [
    ['/dashboard', 'short', SHORT],
    ['/view-requests', 'long', LONG],
    ['/admin/requests', 'short', SHORT],
  ]),
)('%s shows the %s labels of the urgencies', async (path, _, labels) => {
  const page = aPage(records)
  renderPage(path, {
    user: anAdmin(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, page),
      replying(listActiveBloodRequests, page),
      replying(listBloodRequests, page),
    ],
  })
  // The filters of the admin list have options with the same labels; translators add the others.
  for (const label of labels) expect(await screen.findByText(label, { ignore: 'option, font' })).toBeTruthy()
})

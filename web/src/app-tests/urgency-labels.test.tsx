import {
  listActiveBloodRequests,
  listBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests'
import { readOwnDonor } from '@blood-bank/contract/donors'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequestRecord, anAdmin, idOf } from '../testing/admin-builders.ts'
import { aPage } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { replying } from '../testing/replies.ts'

const records = (['urgent', 'moderate', 'low'] as const).map((urgency, at) =>
  aBloodRequestRecord({ id: idOf(at), urgency, userId: anAdmin().id }),
)
const SHORT = ['Urgent', 'Moderate', 'Low']
const LONG = ['Urgent (Immediate Need)', 'Moderate (Within 24-48 hours)', 'Low (Planned / Stock Up)']

test.each([
  ['/dashboard', 'in one word', SHORT],
  ['/admin/requests', 'in one word', SHORT],
  ['/view-requests', 'at length', LONG],
])('whoever reads %s is told %s how urgent a request is', async (path, _, labels) => {
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
  // The filters of the admin list offer the same words.
  for (const label of labels)
    expect(await screen.findByText(label, { ignore: 'option, script, style' })).toBeTruthy()
})

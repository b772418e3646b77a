import { type AskedAlert, readAskedAlert } from '@blood-bank/contract/alerts/answers'
import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { screen } from '@testing-library/react'
import { aBloodRequestSummary } from './builders.ts'
import { anOwnOffer } from './offer-builders.ts'
import { renderPage } from './render-page.tsx'
import { replying } from './replies.ts'

export const TOKEN = 'c'.repeat(43)

/** What the link of an alert without an answer shows in a browser that is not known. */
export const askedAlert = (more: Partial<AskedAlert> = {}): AskedAlert => ({
  ...aBloodRequestSummary({ requiredBloodGroup: 'O+', hospitalLocation: 'Ward 12', unitsGiven: 1 }),
  answer: null,
  hasWithdrawn: false,
  cannotOffer: null,
  needsDigits: true,
  needsUniversityId: false,
  ownOffer: null,
  ...more,
})

/** After a yes, for a browser that is known or has proved to be the donor's. */
export function acceptedAlert(more: Partial<AskedAlert> = {}, offer: Partial<OwnOffer> = {}): AskedAlert {
  const own = anOwnOffer(offer)
  const bloodRequest = own.bloodRequest && { ...own.bloodRequest, hospitalLocation: 'Ward 12, Dhanmondi' }
  return askedAlert({ answer: 'yes', ownOffer: { ...own, bloodRequest, donorName: 'Rima Akter' }, ...more })
}

/** Opens the link of an alert in an email and waits for the request. */
export async function openAlert(more: Partial<AskedAlert> = {}) {
  const page = renderPage(`/answer#token=${TOKEN}`, { replies: [replying(readAskedAlert, askedAlert(more))] })
  await screen.findByRole('heading', { name: 'O+ blood is needed' })
  return page
}

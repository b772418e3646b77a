import type { Site } from '@blood-bank/contract/site/endpoints'
import { queryOptions } from '@tanstack/react-query'

const DEFAULTS: Omit<Site, 'timeZone'> = {
  version: '',
  brandName: 'University Blood Bank',
  clubName: 'University Computer Club',
  clubLinks: { website: null, facebook: null, linkedIn: null },
  contactUrl: null,
  hotlineNumber: null,
  donorRules: { sentence: '', url: null },
  sendsTexts: false,
  shortestPassword: 6,
  tokenSync: null,
  retention: {
    sessions: '',
    unverifiedAccounts: '',
    textsStored: '',
    textsStoredFor: '',
    textsAudited: '',
    textsDelivery: '',
    textsHelp: '',
  },
}

/** Only where the server has written none: the first use of `Intl.DateTimeFormat` takes a phone a tenth of a second. */
const timeZoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Reads the settings that the server wrote into the page; defaults apply without them (Vite's preview, a test). */
export function readSite(page: Pick<Document, 'getElementById'> | undefined): Site {
  const text = page?.getElementById('site')?.textContent
  const written: Partial<Site> = text ? JSON.parse(text) : {}
  return { ...DEFAULTS, ...written, timeZone: written.timeZone ?? timeZoneOfBrowser() }
}

/** The operator's settings of this installation, read once. The server, which has no document, passes them on (`setSite`). */
export const site = readSite(globalThis.document)

/** Whether nobody has registered as a donor, which the server knows when it sends a page. */
export const withoutDonorsQuery = queryOptions({
  queryKey: ['without-donors'],
  queryFn: () => false,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isForBrowser: true },
})

import type { Site } from '@blood-bank/contract/campus/site'

const DEFAULTS: Omit<Site, 'timeZone'> = {
  version: '',
  brandName: 'University Blood Bank',
  clubName: 'University Computer Club',
  clubLinks: { website: null, facebook: null, linkedIn: null },
  contactUrl: null,
  hotlineNumber: null,
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
export function readSite(page: Document): Site {
  const text = page.getElementById('site')?.textContent
  const written: Partial<Site> = text ? JSON.parse(text) : {}
  return { ...DEFAULTS, ...written, timeZone: written.timeZone ?? timeZoneOfBrowser() }
}

/** The operator's settings of this installation, read once. */
export const site = readSite(document)

import type { Site } from '@blood-bank/contract/site'

const DEFAULTS: Site = {
  version: '',
  brandName: 'University Blood Bank',
  clubName: 'University Computer Club',
  clubLinks: { website: null, facebook: null, linkedIn: null },
  contactUrl: null,
  shortestPassword: 6,
  tokenSync: null,
  retention: { sessions: '', unverifiedAccounts: '' },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** Reads the settings that the server wrote into the page; defaults apply without them (Vite's preview, a test). */
export function readSite(page: Document): Site {
  const written = page.getElementById('site')?.textContent
  return written ? { ...DEFAULTS, ...JSON.parse(written) } : DEFAULTS
}

/** The operator's settings of this installation, read once. */
export const site = readSite(document)

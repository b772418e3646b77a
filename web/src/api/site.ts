import type { Site } from '@blood-bank/contract/site'

const USUAL: Site = {
  brandName: 'University Blood Bank',
  clubName: 'University Computer Club',
  clubLinks: { website: null, facebook: null, linkedIn: null },
  shortestPassword: 6,
  tokenSync: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** Reads what the server wrote into the page; without it (Vite's preview, a test) the usual names hold. */
export function readSite(page: Document): Site {
  const written = page.getElementById('site')?.textContent
  return written ? { ...USUAL, ...JSON.parse(written) } : USUAL
}

/** What the operator says of this installation, read once. */
export const site = readSite(document)

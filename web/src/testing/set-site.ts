import { describeFitToGive } from '@blood-bank/contract/donors/fit-to-give'
import type { Site } from '@blood-bank/contract/site/endpoints'
import { afterAll } from 'vitest'
import { site } from '../api/site.ts'

/** Gives the installation other settings for the tests of a file. Call it at the top of the file. */
export function setSite(settings: Partial<Site>): void {
  const before = { ...site }
  Object.assign(site, settings)
  afterAll(() => void Object.assign(site, before))
}

/** Whom the blood centre takes, and where it says so. */
export const DONOR_RULES: Site['donorRules'] = {
  sentence: describeFitToGive({ ages: { from: 18, to: 60 }, minWeightKg: 50 }),
  url: 'https://centre.example.edu/rules',
}

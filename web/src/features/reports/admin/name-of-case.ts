import type { ReportCase } from '@blood-bank/contract/report-cases'

/** What a case is about, in a few words. */
export function nameOfCase({ subject, bloodRequest, requiredBloodGroup, person }: ReportCase): string {
  if (subject === 'person') return person?.email ?? 'an erased account'
  const where = bloodRequest ? `, ${bloodRequest.hospitalName}` : ' (deleted)'
  return `request for ${requiredBloodGroup} blood${where}`
}

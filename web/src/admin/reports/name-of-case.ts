import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { ReportCase } from '@blood-bank/contract/reports/cases'

/** What a case is about, in a few words within a sentence. */
export function nameOfCase(reported: ReportCase): string {
  const { subject, bloodRequest, requiredBloodGroup, person } = reported
  if (subject === 'person') return person?.email ?? 'an erased account'
  const where = bloodRequest ? `, ${bloodRequest.hospitalName}` : ' (deleted)'
  const blood = requiredBloodGroup && requiredBloodOf({ ...reported, requiredBloodGroup })
  return `request for ${blood}${where}`
}

/** The same at the beginning of a line. An email address stays as it is. */
export function headingOfCase(reported: ReportCase): string {
  const name = nameOfCase(reported)
  return name === reported.person?.email ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

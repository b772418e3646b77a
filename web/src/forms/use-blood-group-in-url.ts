import { type BloodGroup, findBloodGroupInUrl } from '@blood-bank/contract/donors/blood-groups'
import { useSearchParams } from 'react-router'

/** The query of a page whose form begins with a blood group. */
export const forBloodGroup = (bloodGroup: BloodGroup) => `?${new URLSearchParams({ bloodGroup })}`

/** The blood group in the query of the page, or null. */
export function useBloodGroupInUrl(): BloodGroup | null {
  const [query] = useSearchParams()
  return findBloodGroupInUrl(query.get('bloodGroup'))
}

/** The hint of the field when the blood group in the query cannot be read. */
export function useBloodGroupHint(): string | undefined {
  const [query] = useSearchParams()
  const found = useBloodGroupInUrl()
  return query.get('bloodGroup') && found === null
    ? 'The link is incomplete. Please select the blood group.'
    : undefined
}

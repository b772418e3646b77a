import { type BloodGroup, findBloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'

/** The query of a page whose form begins with a blood group. */
export const forBloodGroup = (bloodGroup: BloodGroup) => `?${new URLSearchParams({ bloodGroup })}`

/** The blood group in the query of the page, or null. The build renders pages without a query. */
export function useBloodGroupInUrl(): BloodGroup | null {
  const [query] = useSearchParams()
  const bloodGroup = findBloodGroup(query.get('bloodGroup'))
  return useIsHydrated() ? bloodGroup : null
}

import { type BloodGroup, findBloodGroupInUrl } from '@blood-bank/contract/donors/blood-groups'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { showToast } from '../ui/feedback/toasts.ts'

/** The query of a page whose form begins with a blood group. */
export const forBloodGroup = (bloodGroup: BloodGroup) => `?${new URLSearchParams({ bloodGroup })}`

/**
 * The blood group in the query of the page, or null. Says so if there is one that cannot be read.
 */
export function useBloodGroupInUrl(): BloodGroup | null {
  const [query] = useSearchParams()
  const written = query.get('bloodGroup')
  const bloodGroup = findBloodGroupInUrl(written)
  const isUnreadable = Boolean(written) && bloodGroup === null
  useEffect(() => {
    if (isUnreadable) showToast('The link is incomplete. Please select the blood group.')
  }, [isUnreadable])
  return bloodGroup
}

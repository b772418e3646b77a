import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'

const NEWS_MS = 7 * 86_400_000

/** Whether a request is active, or an admin closed it in the last week: its owner may not know yet. */
export const isCurrent = ({ status, closedByAdminAt }: BloodRequest): boolean =>
  status === 'active' || (closedByAdminAt !== null && Date.now() - Date.parse(closedByAdminAt) < NEWS_MS)

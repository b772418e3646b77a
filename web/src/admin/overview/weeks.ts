import { BloodRequestStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { Charts } from '@blood-bank/contract/campus/overview'

export type Week = Charts['weeks'][number]

/** The statuses in a bar, from the bottom up. */
export const STATUSES = BloodRequestStatus.options

export const totalOf = (week: Week) => STATUSES.reduce((sum, status) => sum + week[status], 0)

/** Without a year, as the chart covers twelve weeks. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const formatMonday = ({ monday }: Week) => DAY.format(new Date(monday))

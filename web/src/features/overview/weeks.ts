import { BloodRequestStatus } from '@blood-bank/contract/blood-requests'
import type { Charts } from '@blood-bank/contract/overview'

export type Week = Charts['weeks'][number]

/** What a request of a week can be now, from the foot of its bar upwards. */
export const STATES = BloodRequestStatus.options

export const totalOf = (week: Week) => STATES.reduce((sum, state) => sum + week[state], 0)

/** Twelve weeks need no year. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

export const dayOf = ({ monday }: Week) => DAY.format(new Date(monday))
export const monthOf = ({ monday }: Week) => MONTH.format(new Date(monday))

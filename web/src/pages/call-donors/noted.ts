import { CALLING_MINUTES, type DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { useIsOlderThan } from '../../ui/records/relative-time.tsx'

/** What this person has just noted about a donor. */
export type Noted = {
  text: string
  /** The call whose result can be undone for a minute. */
  callId: string | null
  canCallAgain: boolean
}

/** For a result that did not arrive. */
export const NOT_NOTED = 'It could not be noted. Please try again.'

/** The id of a donor's name, which can receive the focus. */
export const donorNameId = ({ id }: Pick<DonorToCall, 'id'>) => `donor-to-call-${id}`

/** Whether the number of a donor whom the club keeps is wrong, as far as is known. */
export const hasWrongNumber = ({ kind, lastCall }: DonorToCall) =>
  kind === 'kept' && lastCall?.result === 'wrong-number'

const LONG_AGO = new Date(0).toISOString()

/** Whether somebody is probably on the phone with a donor. */
export function useIsBeingCalled(lastCall: DonorToCall['lastCall']): boolean {
  const isOver = useIsOlderThan(lastCall?.calledAt ?? LONG_AGO, CALLING_MINUTES)
  return lastCall?.result === null && !isOver
}

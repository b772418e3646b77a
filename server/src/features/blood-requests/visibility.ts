import type { BloodRequestRow } from './tables.ts'

/** Whether other members cannot see a blood request: its owner is suspended, or reports hide it. */
export const isHiddenFromMembers = ({ isHidden, hiddenAt }: Pick<BloodRequestRow, 'isHidden' | 'hiddenAt'>) =>
  isHidden || hiddenAt !== null

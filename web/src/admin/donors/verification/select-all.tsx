import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { type Selection, useSelectedIds } from '../../listing/selection/selection.ts'

/** Selects all loaded donors who wait for verification. */
export function SelectAll({ donors, selection }: { donors: DonorRecord[]; selection: Selection }) {
  const selected = useSelectedIds(selection)
  const ids = donors.flatMap(({ id, isVerified }) => (isVerified ? [] : [id]))
  if (ids.length === 0) return null
  return (
    <CheckboxField
      name="select-all"
      label={`Select all ${ids.length} not verified`}
      isChecked={ids.every(id => selected.has(id))}
      onChange={isChecked => selection.select(new Set(isChecked ? ids : []))}
    />
  )
}

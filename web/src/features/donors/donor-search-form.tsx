import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/blood-groups'
import { DonorSearchQuery } from '@blood-bank/contract/donors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './donor-search-form.module.css'
import { refreshSearches } from './queries.ts'

type Props = {
  /** The current search. */
  bloodGroup: BloodGroup | null
  onSearch: (bloodGroup: BloodGroup) => void
}

/** Chooses the blood group to search for. */
export function DonorSearchForm({ bloodGroup, onSearch }: Props) {
  const searched = bloodGroup ?? ''
  const client = useQueryClient()
  const form = useContractForm({
    schema: DonorSearchQuery,
    initial: { bloodGroup: searched as string },
    send: async ({ bloodGroup: chosen }) =>
      chosen === bloodGroup ? refreshSearches(client) : onSearch(chosen),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the search changes, on going back
  useEffect(() => {
    form.set('bloodGroup', searched)
  }, [searched])

  return (
    <div className={styles.search}>
      <Card>
        <Form form={form} action="Search">
          <SelectField
            label="Blood Group"
            options={BLOOD_GROUPS}
            placeholder="Select…"
            isRequired
            {...form.text('bloodGroup')}
          />
        </Form>
      </Card>
    </div>
  )
}

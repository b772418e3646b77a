import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { DonorSearchQuery } from '@blood-bank/contract/donors/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshSearches } from '../../features/donors/queries.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import styles from './donor-search-form.module.css'

type Props = {
  /** The current search. */
  bloodGroup: BloodGroup | null
  /** Called for each search, also for the group that is searched for already. */
  onSearch: (bloodGroup: BloodGroup) => void
}

/** Chooses the blood group to search for. */
export function DonorSearchForm({ bloodGroup, onSearch }: Props) {
  const searched = bloodGroup ?? ''
  const client = useQueryClient()
  const form = useContractForm({
    schema: DonorSearchQuery,
    initial: { bloodGroup: searched as string },
    send: async ({ bloodGroup: chosen }) => {
      onSearch(chosen)
      if (chosen === bloodGroup) await refreshSearches(client)
    },
  })

  // The search changes on going back.
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    setShown(searched)
    form.set('bloodGroup', searched)
  }

  return (
    <div className={styles.search}>
      {/* What was found comes first then. */}
      <Form form={form} action="Search" variant={bloodGroup ? 'secondary' : 'primary'}>
        <SelectField
          label="Blood Group"
          options={BLOOD_GROUPS}
          placeholder="Select…"
          isRequired
          {...form.text('bloodGroup')}
        />
      </Form>
    </div>
  )
}

import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import { AVAILABILITY_LABELS, DONOR_SORTS, exportDonors } from '@blood-bank/contract/donors'
import { useMemo, useState } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { csvExport } from '../../../lists/export/csv-export.ts'
import { RecordListing } from '../../../lists/listing/record-listing.tsx'
import { useListing } from '../../../lists/use-listing.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { donorColumns } from './donor-columns.tsx'
import { FLAGS, type FlagProblem } from './flags.ts'
import { useDonorListing } from './queries.ts'

const FILTERS = {
  bloodGroup: { label: 'Blood Group', options: BLOOD_GROUPS },
  isVerified: { label: 'Verification', options: FLAGS.isVerified.states },
  isProfileActive: { label: 'Profile', options: FLAGS.isProfileActive.states },
  isAvailable: { label: 'Availability', options: AVAILABILITY_LABELS },
} as const

/** All donors, for verification and activation (spec §2, Manage Donors). */
export function DonorListing() {
  const listing = useListing({ sorts: DONOR_SORTS, filters: FILTERS })
  const list = useDonorListing(listing.query)
  const [problem, setProblem] = useState<FlagProblem | null>(null)
  const columns = useMemo(() => donorColumns(setProblem), [])
  return (
    <RecordListing
      name="Donors"
      noun={['donor', 'donors']}
      failure={error => explainFailure(error, 'Failed to fetch donor profiles.')}
      exported={csvExport(exportDonors, { query: listing.query }, 'donors')}
      none="No donors have registered yet."
      outcome={
        problem && (
          <Notice kind="error" onDismiss={() => setProblem(null)}>
            <p>{problem.message}</p>
            <p>Donor: {problem.donor.fullName}</p>
          </Notice>
        )
      }
      {...{ list, listing, columns }}
    />
  )
}

import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { Suspense } from 'react'
import { Section } from '../../../ui/layout/section.tsx'
import { LazyPreviewCard } from './lazy-preview-card.ts'

/** The card beneath the form after its request was posted. */
export const LiveSection = ({ bloodRequest }: { bloodRequest: BloodRequest }) => (
  <Section title="Donors see it now">
    <Suspense>
      <LazyPreviewCard bloodRequest={bloodRequest} isLive />
    </Suspense>
  </Section>
)

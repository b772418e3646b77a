import { useState } from 'react'
import { site } from '../../../api/site.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Section } from '../../../ui/layout/section.tsx'
import type { BloodRequestValues } from '../request-values.ts'
import { PreviewCard } from './preview-card.tsx'
import { previewOf } from './preview-of.ts'

/** The card of a request beneath its form, which builds itself while the form is filled in. */
export function PreviewSection({ values }: { values: BloodRequestValues }) {
  const [now] = useState(currentTime)
  const bloodRequest = previewOf(values, { now, timeZone: site.timeZone })
  return (
    <Section title="How donors will see it">
      {bloodRequest ? (
        <PreviewCard bloodRequest={bloodRequest} />
      ) : (
        <p>Choose a blood group, and the card builds itself here while you fill in the form.</p>
      )}
    </Section>
  )
}

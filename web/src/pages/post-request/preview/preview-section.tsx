import { Suspense, useEffect, useState } from 'react'
import { site } from '../../../api/site.ts'
import { preload } from '../../../ui/browser/lazy-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { BloodRequestValues } from '../request-values.ts'
import { LazyPreviewCard } from './lazy-preview-card.ts'
import { previewOf } from './preview-of.ts'

/** The card of a request beneath its form, which builds itself while the form is filled in. */
export function PreviewSection({ values }: { values: BloodRequestValues }) {
  const [now] = useState(() => new Date())
  const bloodRequest = previewOf(values, { now, timeZone: site.timeZone })
  useEffect(() => void preload(LazyPreviewCard), [])
  return (
    <Section title="How donors will see it">
      {bloodRequest ? (
        <Suspense>
          <LazyPreviewCard bloodRequest={bloodRequest} />
        </Suspense>
      ) : (
        <p>Choose a blood group, and the card builds itself here while you fill in the form.</p>
      )}
    </Section>
  )
}

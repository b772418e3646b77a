import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import type { NewRecords } from './new-records.tsx'

const NewRecordsPart = lazyPart(async () => (await import('./new-records.tsx')).NewRecords)

/** Loaded after the list: no record is new before. */
export const LazyNewRecords = (props: ComponentProps<typeof NewRecords>) => (
  <Suspense>
    <NewRecordsPart {...props} />
  </Suspense>
)

import { lazyPart } from '../../../ui/browser/lazy-page.tsx'

/** Loaded while the form is filled in, as the form itself needs no card. */
export const LazyPreviewCard = lazyPart(async () => (await import('./preview-card.tsx')).PreviewCard)

import type { BloodGroup } from '../donors/blood-groups.ts'
import { requiredBloodOf } from './required-blood.ts'

/** The picture that chats show for the link to a public page (web/build/pictures/drawings.ts). */
export type LinkPreview = { path: string; alt: string }

/** There is one for each blood group, needed and no longer needed. Without a date, so that it can be cached. */
export const linkPreviewOf = (group: BloodGroup, { isNeeded }: { isNeeded: boolean }): LinkPreview => ({
  path: `/previews/${nameOf(group)}-${isNeeded ? 'needed' : 'closed'}.png`,
  alt: `${requiredBloodOf({ requiredBloodGroup: group })} ${isNeeded ? 'needed' : 'is no longer needed'}`,
})

/** All are as large as the largest that chats show. */
export const LINK_PREVIEW_SIZE = { width: 1200, height: 630 }

const nameOf = (group: BloodGroup) =>
  `${group.slice(0, -1).toLowerCase()}-${group.endsWith('-') ? 'negative' : 'positive'}`

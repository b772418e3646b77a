import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useBrowserSupport } from '../../../ui/browser/use-browser-value.ts'
import { copyText, mayCopy } from '../../../ui/feedback/copy-text.ts'
import { RowMenu } from '../../../ui/menu/row-menu.tsx'
import type { RowMenuEntry } from '../../../ui/menu/row-menu-entries.tsx'
import { maySend, sendText, shareText } from '../sharing/share.ts'
import { isActive } from '../state.ts'

type Props = {
  bloodRequest: BloodRequest
  /** Further entries, after the others. */
  entries?: RowMenuEntry[]
  /** Id of the request's heading. */
  describedBy: string
}

/** What else members do with a request of somebody else: share it with members, copy its number. */
export function RequestMenu({ bloodRequest, entries = [], describedBy }: Props) {
  const { contactNumber } = bloodRequest
  const canSend = useBrowserSupport(maySend)
  const canCopy = useBrowserSupport(mayCopy)
  const all: RowMenuEntry[] = [
    ...(isActive(bloodRequest) && canSend
      ? [
          {
            label: 'Share',
            onSelect: () => void sendText(shareText(bloodRequest, window.location.origin)),
          },
        ]
      : []),
    ...(contactNumber !== null && canCopy
      ? [
          {
            label: 'Copy number',
            onSelect: () => void copyText(contactNumber, `Copied ${contactNumber}.`),
          },
        ]
      : []),
    ...entries,
  ]
  return all.length > 0 && <RowMenu entries={all} describedBy={describedBy} />
}

import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useBrowserSupport } from '../../../ui/browser/use-browser-value.ts'
import { CopyResult, mayCopy, useCopying } from '../../../ui/feedback/copying.tsx'
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
  const { said, isCopied, copy, say } = useCopying()
  const share = async () => say(await sendText(shareText(bloodRequest, window.location.origin)))
  const all: RowMenuEntry[] = [
    ...(isActive(bloodRequest) && canSend
      ? [
          {
            label: 'Share',
            onSelect: () => void share(),
          },
        ]
      : []),
    ...(contactNumber !== null && canCopy
      ? [
          {
            label: 'Copy number',
            onSelect: () => void copy(contactNumber, `Copied ${contactNumber}.`),
          },
        ]
      : []),
    ...entries,
  ]
  if (all.length === 0) return null
  return (
    <>
      <RowMenu entries={all} describedBy={describedBy} icon={isCopied ? 'check' : 'more'} />
      <CopyResult said={said} />
    </>
  )
}

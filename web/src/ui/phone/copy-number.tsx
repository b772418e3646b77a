import { useBrowserSupport } from '../browser/use-browser-value.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { CopyResult } from '../feedback/copy-result.tsx'
import { mayCopy } from '../feedback/copy-text.ts'
import { useCopying } from '../feedback/use-copying.ts'

type Props = { number: string; onCopy?: () => void }

/** Copies a number, where the browser can. */
export function CopyNumber({ number, onCopy }: Props) {
  const canCopy = useBrowserSupport(mayCopy)
  const { said, isCopied, copy } = useCopying()
  if (!canCopy) return null
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={`Copy ${number}`}
        onClick={() => {
          void copy(number, `Copied ${number}.`)
          onCopy?.()
        }}
      />
      <CopyResult said={said} />
    </>
  )
}

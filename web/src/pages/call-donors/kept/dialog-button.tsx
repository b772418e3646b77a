import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

type Props = {
  label: string
  isAllowed: boolean
  dialog: (props: { onDone: (message: string) => void; onClose: () => void }) => ReactNode
}

/** Opens a dialog, and says what was done there. The open dialog stays when the right to it ends. */
export function DialogButton({ label, isAllowed, dialog }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState('')
  const open = () => {
    setDone('')
    setIsOpen(true)
  }
  return (
    <>
      {isAllowed && (
        <Stack row>
          <Button onClick={open}>{label}</Button>
          <p role="status">{done}</p>
        </Stack>
      )}
      {isOpen && <Suspense>{dialog({ onDone: setDone, onClose: () => setIsOpen(false) })}</Suspense>}
    </>
  )
}

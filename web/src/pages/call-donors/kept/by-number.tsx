import { isAdmin } from '@blood-bank/contract/users/actors'
import { Suspense, useState } from 'react'
import { useActor } from '../../../session/session.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

/** Loaded when it is asked for. */
const ByNumberDialog = lazyPage(() => import('./by-number-dialog.tsx'), 'ByNumberDialog')

/** What an admin does for somebody without an account who asks for their data, or to be erased. */
export function ByNumber() {
  const actor = useActor()
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState('')
  if (!isAdmin(actor)) return null
  const open = () => {
    setDone('')
    setIsOpen(true)
  }
  return (
    <>
      <Stack row>
        <Button onClick={open}>Download or erase a number</Button>
        <p role="status">{done}</p>
      </Stack>
      {isOpen && (
        <Suspense>
          <ByNumberDialog onDone={setDone} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { THANK_YOU_SENTENCES, type ThankYou } from '@blood-bank/contract/thanks/sentences'
import { useRef, useState } from 'react'
import { MutationNotice } from '../../../../api/mutation-notice.tsx'
import { RadioField } from '../../../../forms/radio-field.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import dialog from '../../../../ui/dialogs/dialog.module.css'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import { useChooseThankYou } from './use-choose-thank-you.ts'

type Props = {
  id: string
  people: number
  /** The request's heading, to which the focus goes when the button that opened the dialog is gone. */
  heading: () => HTMLElement | null
  onDone: (said: string | null) => void
  onClose: () => void
}

/** Lets the owner of a request choose one of four sentences for the donors. */
export function ThankYouDialog({ id, people, heading, onDone, onClose }: Props) {
  const [sentence, setSentence] = useState<ThankYou>('when-needed')
  const isDone = useRef(false)
  const choosing = useChooseThankYou(id, {
    onDone: said => {
      isDone.current = true
      onDone(said)
      onClose()
    },
  })
  return (
    <Dialog title="Say thank you" onClose={onClose} focusAfter={() => (isDone.current ? heading() : null)}>
      <Stack>
        <RadioField
          label={people === 1 ? 'What the donor reads' : 'What each of them reads'}
          name="sentence"
          options={THANK_YOU_SENTENCES}
          value={sentence}
          onChange={value => setSentence(value as ThankYou)}
        />
        <p>
          It arrives at nine in the morning, by email and as a notification, without your name. You can choose
          once.
        </p>
        <MutationNotice of={choosing} failed="Failed to send your thank-you. Please try again." />
        <div className={dialog.actions}>
          <Button variant="good" isBusy={choosing.isPending} onClick={() => choosing.mutate(sentence)}>
            Send thank-you
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </Stack>
    </Dialog>
  )
}
